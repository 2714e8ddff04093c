import { keptRow } from "#lib/causes/advice.ts";
import { all, feature, not } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { keyBytesOf } from "#lib/causes/kafka-record.ts";
import { trueUnlessMissing, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const keyIsNotBusinessKey = defineCause({
  name: "key_is_not_business_key",
  label: "Key is not the business key",
  look: { hue: "plum", pattern: "plain" },
  condition: all(feature("several_key_bytes"), not(feature("same_key_value"))),
  needs: ["kafka-key", "reading of all key bytes", "schema registry"],
  because: "their records are keyed by something else than the table's key",
  plain: "The records have another key than this table, such as an event ID, so each change becomes a row of its own.",
  technical:
    "The rows have different key bytes, and not all of them mean the business key: an event id, a version in the key, a new id for each attempt. An upsert by the Kafka key works as designed and cannot fold them. If the rows differ only in the key and times, it is a retry.",
  advice: {
    steps: (situation) => [
      situation.isRetry
        ? { changes: "producer", says: "Create the request ID once, and send the same ID with each retry." }
        : {
            changes: "producer",
            says: "Key the records on the business key; if producers cannot change, copy them into a re-keyed topic.",
          },
      { changes: "query", says: `Until then, read the table through a view that keeps ${keptRow(situation)}.` },
    ],
    view: null,
    checklist: "Key on the entity",
  },
  docs: [
    "Applies when the key has more than one key bytes, and at least one of them does not read as the row's business key.",
    "Happens when producers key on an event id, on an id with a version, or on a natural key that changes, such as an email address. Then each record is a key of its own to Kafka and to the sink.",
    "It is a retry if all columns are equal except Kafka's, times, and those equal to the decoded Kafka key: one request that was sent again under a new ID. Then the first row is as good as the last.",
    "Not a fault of the sink. A producer's retry without idempotence is not this: it has the same key.",
    "Look at what the bytes hold on the page of a key, and at which producers write them.",
  ],
});

/** Whether the rows have different key bytes; null where a row has none and the others do not tell. Pure. */
export function hasSeveralKeyBytes({ rows }: KeyEvidence, { given }: TableEvidence): boolean | null {
  if (!given.has("kafkaKey")) return null;
  const bytes = new Set(rows.map(keyBytesOf));
  const lacks = bytes.delete(null);
  return trueUnlessMissing(bytes.size > 1, lacks);
}

/** Whether the rows are one request sent again: alike but for Kafka columns, times and columns equal to the Kafka key; null: not known. Pure. */
export function isRetry({ rows }: KeyEvidence): boolean | null {
  const contents = new Set(rows.map(({ evidence }) => evidence.content));
  const lacks = contents.delete(null);
  if (contents.size > 1) return false;
  return lacks ? null : true;
}
