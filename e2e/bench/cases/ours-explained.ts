import { fromStart } from "#e2e/bench/read-facts.ts";

/** As `ours`, and every duplicated key under its cause, from process start to end. */
export const oursExplained = fromStart({ explain: true });
