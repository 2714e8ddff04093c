import type { Situation, Step } from "#lib/causes/advice.ts";
import { all, feature, unlessKnown } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import type { TableEvidence } from "#lib/causes/table-evidence.ts";

export const upsertOff = defineCause({
  name: "upsert_off",
  label: "Upsert off",
  look: { hue: "navy", pattern: "dotted" },
  condition: all(feature("never_deletes"), unlessKnown(feature("several_key_bytes"))),
  needs: ["manifests of older snapshots"],
  because: "the table's writer only ever adds rows",
  plain: "The table should have one row per key, but its writer only ever adds rows.",
  technical:
    "No retained snapshot has a delete file, and none removed data files but by compaction: the sink appends. Upsert mode is off, the option has no effect in this sink, or no equality columns are set.",
  advice: { steps: stepsToUpsert, view: null, checklist: "Write in upsert mode" },
  docs: [
    "Applies when no retained snapshot has a delete file, and none removed data files except by a replace, which changes no row. This comes from the manifests, never from the snapshots' summaries.",
    "Happens when write.upsert.enabled is off, when options of another connector are ignored, when the table is in append mode, or when the sink has no equality columns.",
    "Different key bytes rule it out: a sink that upserts by the Kafka key could not have folded such rows. Not a fault of a commit: no delete was ever written. If several rows per key are intended, the table's kind is append, history, or events.",
    "Two MERGE statements that insert the same key at the same time look the same in a table that nothing is deleted from: check whether several programs write it.",
    "Look at the sink's mode and equality columns, and at whether the table's mode can be changed at all: some products fix it when the table is created.",
  ],
});

/** Whether nothing was ever deleted; null: an older snapshot cannot be read. Pure. */
export function neverDeletes(table: TableEvidence): boolean | null {
  return table.neverDeletes;
}

const NEW_TABLE: Step = { changes: "query", says: "Then load a new table: the old rows stay in this one." };
const MERGE: Step = { changes: "query", says: "Keep this table as it is, and MERGE its rows by key into a table of your own." };

/** How one row per key can be had, by what writes the table. */
function stepsToUpsert({ managedBy, layout }: Situation): Step[] {
  if (managedBy === "tableflow") return [{ changes: "topic", says: TABLEFLOW }];
  if (layout === "kafka_connect") {
    return [
      { changes: "nothing", says: "Apache Iceberg's Kafka Connect sink only appends: it has no upsert mode and ignores options for one." },
      MERGE,
      { changes: "sink", says: "Or write with Flink in upsert mode, or with Debezium Server and debezium.sink.iceberg.upsert=true." },
    ];
  }
  if (layout === "debezium_server") {
    const says = "Set debezium.sink.iceberg.upsert to true; the source table needs a primary key.";
    return [{ changes: "sink", says }, NEW_TABLE];
  }
  const says =
    "Switch the sink to upsert mode, with the business key as its equality columns. Apache's Kafka Connect sink has no such mode.";
  return [
    { changes: "sink", says },
    { ...NEW_TABLE, says: `${NEW_TABLE.says} Or MERGE its rows by key into a table of your own.` },
  ];
}

const TABLEFLOW =
  "Set cleanup.policy to compact and changelog.mode to upsert, then disable and enable Tableflow: that creates a new table with one row per message key.";
