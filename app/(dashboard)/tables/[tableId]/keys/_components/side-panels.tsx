import { Panel } from "#app/_ui/panel.tsx";
import { ShareBar } from "#app/_ui/share-bar.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import { PARTITION_BUCKETS, type PartitionBucket } from "#lib/names.ts";
import { formatCount, formatRatio } from "#lib/units.ts";
import type { ShownSample } from "../read-keys.ts";
import { bucketRowsPerKey } from "./key-list-view.ts";
import { sayBound } from "./keys-words.ts";
import classes from "./side-panels.module.css";

const BUCKET_WORDS: Record<PartitionBucket, string> = {
  "0": "none known",
  "1": "1 partition",
  "2": "2 partitions",
  "3": "3 partitions",
  "4": "4 partitions",
  "5+": "5 or more",
};
const BUCKET_COLORS: Partial<Record<PartitionBucket, string>> = { "2": "--ord-2", "3": "--ord-3", "4": "--ord-4", "5+": "--ord-4" };

/** What share of the table the duplicated keys are, how many rows they have, and over how many Kafka partitions keys lie. */
export function SidePanels({ facts, sample }: { facts: StoredFacts | null; sample: ShownSample | null }) {
  return (
    <>
      {facts !== null && <SharePanel facts={facts} />}
      {sample !== null && (
        <Panel title="Rows per key" aside={`of the ${formatCount(sample.kept)} kept`}>
          <Bars bars={bucketRowsPerKey(sample.rowsPerKey)} />
        </Panel>
      )}
      {facts !== null && <PartitionsPanel facts={facts} />}
    </>
  );
}

function SharePanel({ facts }: { facts: StoredFacts }) {
  const {
    duplicated_keys: keys,
    distinct_keys: allKeys,
    surplus_rows: surplus,
    rows,
    duplicate_factor: factor,
    rows_per_key_max: most,
  } = facts.values;
  const bound = sayBound(facts);
  const lines = [
    { name: "Duplicated keys", value: keys, note: share(keys, allKeys, "of all keys") },
    { name: "Surplus rows", value: surplus, note: share(surplus, rows, "of all rows") },
    { name: "Most rows of a key", value: most, note: "" },
  ];
  return (
    <Panel title="Share of the table">
      <dl className={classes["facts"]}>
        {lines.map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === null ? "not known" : `${bound}${formatCount(value)}`} {note !== "" && <small>{note}</small>}
            </dd>
          </div>
        ))}
        <div>
          <dt>Duplicate factor</dt>
          <dd>
            {factor === null ? "not known" : formatRatio(factor)} <small>rows for each key</small>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

function share(part: number | null, whole: number | null, of: string): string {
  if (part === null || part === 0 || whole === null || whole === 0) return "";
  const percent = (part / whole) * 100;
  return `${percent < 0.1 ? "below 0.1" : percent.toFixed(1)} % ${of}`;
}

function PartitionsPanel({ facts: { partitionsPerKey, notComputed } }: { facts: StoredFacts }) {
  if (partitionsPerKey === null) {
    const reason = notComputed.multi_partition_keys;
    if (reason === undefined) return null;
    return (
      <Panel title="Kafka partitions per key">
        <p className={classes["reason"]}>Not known. {reason}</p>
      </Panel>
    );
  }
  const bars = PARTITION_BUCKETS.filter((bucket) => partitionsPerKey[bucket] > 0 || bucket === "1" || bucket === "2").map((bucket) => ({
    label: BUCKET_WORDS[bucket],
    keys: partitionsPerKey[bucket],
    color: BUCKET_COLORS[bucket],
  }));
  return (
    <Panel title="Kafka partitions per key" aside="of all keys">
      <Bars bars={bars} />
    </Panel>
  );
}

function Bars({ bars }: { bars: readonly { label: string; keys: number; color?: string | undefined }[] }) {
  const most = Math.max(1, ...bars.map(({ keys }) => keys));
  return (
    <table className={classes["bars"]}>
      <tbody>
        {bars.map(({ label, keys, color = "--series-2" }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td aria-hidden="true">
              <ShareBar part={keys / most} color={`var(${color})`} />
            </td>
            <td className={classes["count"]}>{formatCount(keys)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
