import { fromStart } from "#e2e/bench/read-facts.ts";

/** A check as the reader process makes it, from process start to end. */
export const ours = fromStart();
