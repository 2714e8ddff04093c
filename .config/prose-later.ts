export const PROSE_LATER: ReadonlySet<string> = new Set([]);
