import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import type { TableEvidence } from "#lib/causes/table-evidence.ts";

export const byDesign = defineCause({
  name: "by_design",
  label: "By design",
  look: { hue: "grey", pattern: "plain" },
  condition: feature("promises_nothing"),
  needs: [],
  because: "the table is meant to have several rows per key",
  plain: "This table is meant to have several rows per key.",
  technical:
    "The key's promise is none: an append, history or events table, or a table whose configuration says so. Records written twice and files registered twice are still found.",
  advice: {
    steps: () => [{ changes: "nothing", says: "Nothing to do. If each key should have one row, set the key's promise to unique." }],
    view: null,
    checklist: "Deduplicate when reading",
  },
  docs: [
    "Applies when the key's promise is none. That is the default for tables of the kinds append, history and events.",
    "Happens because each record of the topic is a row: a history of changes, a stream of events.",
    "Not a fault. Readers who need one row per key use a view that keeps the latest.",
    "Look at the table's kind and promise if you expected one row per key.",
  ],
});

/** Whether several rows a key are what the table is for. Pure. */
export function promisesNothing({ promise }: TableEvidence): boolean {
  return promise === "none";
}
