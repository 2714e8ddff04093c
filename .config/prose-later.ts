/** READMEs of inner folders that are not rewritten yet. */
export const PROSE_LATER: ReadonlySet<string> = new Set(["lib/iceberg/README.md"]);
