import { cache } from "react";

/** The machine's clock, the same for the layout and the page of one request. */
export const requestNow = cache(() => new Date());
