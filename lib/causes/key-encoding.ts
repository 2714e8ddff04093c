import { canDelete, KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { all, feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { keyBytesOf } from "#lib/causes/kafka-record.ts";
import { bytesOfHex, hexOfBytes } from "#lib/causes/key-bytes/hex.ts";
import { readSchemaHeader } from "#lib/causes/key-bytes/schema-header.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

export const keyEncoding = defineCause({
  name: "key_encoding",
  label: "Key encoding",
  look: { hue: "ochre", pattern: "plain" },
  condition: all(feature("several_key_bytes"), feature("same_key_value")),
  needs: ["kafka-key", "reading of all key bytes", "schema registry"],
  because: "the same key was written to Kafka as different bytes",
  plain:
    "The same key was written to Kafka in different ways, such as text and number, and Kafka and the sink treat these as different keys.",
  technical:
    "The rows have different key bytes, and all of them read as the row's business key: another serializer, another schema id, another order of fields, another case or a space. The sink compares bytes, so the old row is never replaced.",
  advice: {
    steps: (situation) => [
      { changes: "producer", says: "Use one key serializer in all producers." },
      canDelete(situation)
        ? {
            changes: "topic",
            keeps: "winner",
            says: "Then send tombstones with the old key bytes to the old partitions, never with the winner's bytes. Try one key first.",
          }
        : KEEP_THE_WINNER,
    ],
    view: null,
    checklist: "One serialization of the key",
  },
  docs: [
    "Applies when the key has several key bytes and all of them decode to the row's business key. Decoded forms are text in any case and with white space around it, big-endian integers, JSON with its fields in any order, and Avro, Protobuf or JSON behind a schema-id header. Bytes that are equal behind a schema-id header need no reading.",
    "Happens when a key converter changes (text to Avro), when a schema is registered again and gets another ID, or when services in several languages write one topic.",
    'Not another key: the bytes mean the same. Bytes that mean something else are "Key is not the business key".',
    "Look at the bytes side by side on the page of a key, and at when the second kind first came. Without a schema registry, keys behind a schema ID are decoded by their format alone.",
  ],
});

/**
 * Whether all key bytes mean the row's business key, or are equal behind a schema-id header; false as soon as one means something else, null
 * where what they mean is not known. Different bytes show it alone; else a row that has none leaves it open. Pure.
 */
export function hasSameKeyValue({ rows }: KeyEvidence, { given }: TableEvidence): boolean | null {
  if (!given.has("kafkaKey")) return null;
  const withBytes = rows.filter((row) => keyBytesOf(row) !== null);
  const tells = withBytes.length === rows.length || new Set(withBytes.map(keyBytesOf)).size > 1;
  if (equalBehindHeader(withBytes.map(({ keyBytesHex }) => keyBytesHex ?? ""))) return tells || null;
  const reads = new Set(withBytes.map(({ evidence }) => evidence.keyReads));
  if (reads.has(false)) return false;
  return reads.has(null) || !tells ? null : true;
}

/** Whether key bytes cannot be read as they are, and a schema registry might tell. Pure. */
export function lacksRegistry({ rows }: KeyEvidence): boolean {
  const withBytes = rows.filter((row) => keyBytesOf(row) !== null);
  if (equalBehindHeader(withBytes.map(({ keyBytesHex }) => keyBytesHex ?? ""))) return false;
  return withBytes.some(({ evidence }) => evidence.keyReads === null);
}

/** Whether several key bytes, in hex, all begin with a schema id and are equal behind it; at least two. Pure. */
function equalBehindHeader(hexes: readonly string[]): boolean {
  if (hexes.length < 2) return false;
  const behind = new Set(hexes.map(behindHeader));
  return behind.size === 1 && !behind.has(null);
}

function behindHeader(hex: string): string | null {
  const bytes = bytesOfHex(hex);
  const header = bytes && readSchemaHeader(bytes);
  return bytes && header ? hexOfBytes(bytes.subarray(header.length)) : null;
}
