/** READMEs of inner folders that are not rewritten yet. */
export const PROSE_LATER: ReadonlySet<string> = new Set([
  "db/README.md",
  "e2e/bench/README.md",
  "e2e/writer/README.md",
  "jobs/README.md",
  "lib/iceberg/README.md",
  "lib/testing/random-history/README.md",
]);
