/** Worst first. `wrong`: a promise is broken now; `soon`: another limit is passed; `unsure`: not known, which is no kind of wrong. */
export const VERDICT_STATES = ["wrong", "soon", "unsure", "fine"] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];

/** What a state is called, wherever its shape stands. */
export const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = { wrong: "Wrong", soon: "Soon", unsure: "Not known", fine: "Fine" };
