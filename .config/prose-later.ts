/** READMEs of inner folders that are not rewritten yet. */
export const PROSE_LATER: ReadonlySet<string> = new Set(["e2e/bench/README.md", "e2e/writer/README.md", "lib/iceberg/README.md"]);
