import { Panel } from "#app/_ui/panel.tsx";
import { ShareBar } from "#app/_ui/share-bar.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import { PARTITION_BUCKETS, type PartitionBucket } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./rail.module.css";

const COLORS: Record<PartitionBucket, string> = {
  "0": "var(--series-2)",
  "1": "var(--series-2)",
  "2": "var(--ord-2)",
  "3": "var(--ord-3)",
  "4": "var(--ord-4)",
  "5+": "var(--ord-4)",
};

/** How many keys have their rows from one Kafka partition, two, and so on. The bars share one scale without the keys of one. */
export function PartitionsPanel({ facts }: { facts: StoredFacts | null }) {
  const counts = facts?.partitionsPerKey ?? null;
  if (counts === null) {
    const reason = facts?.notComputed.multi_partition_keys ?? "No snapshot has been read yet.";
    return (
      <Panel title="Kafka partitions per key">
        <p className={classes["say"]}>Not computed: {reason}</p>
      </Panel>
    );
  }
  const total = PARTITION_BUCKETS.reduce((sum, bucket) => sum + counts[bucket], 0);
  const shown = PARTITION_BUCKETS.filter((bucket) => bucket !== "0" || counts[bucket] > 0);
  const top = Math.max(...shown.filter((bucket) => bucket !== "1").map((bucket) => counts[bucket]), 1);
  return (
    <Panel title="Kafka partitions per key">
      <table className={classes["bars"]}>
        <caption className="visually-hidden">Keys by the number of Kafka partitions that their rows come from</caption>
        <tbody>
          {shown.map((bucket) => (
            <tr key={bucket}>
              <th scope="row">{bucket}</th>
              <td>
                {bucket === "1" ? (
                  <span className={classes["quiet"]}>
                    as it should be{total > 0 && `, ${((counts[bucket] / total) * 100).toFixed(1)} %`}
                  </span>
                ) : bucket === "0" ? (
                  <span className={classes["quiet"]}>no partition known</span>
                ) : (
                  <ShareBar part={counts[bucket] / top} color={COLORS[bucket]} />
                )}
              </td>
              <td>{formatCount(counts[bucket])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
