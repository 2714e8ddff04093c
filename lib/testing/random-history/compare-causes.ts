import { decide } from "#lib/causes/decide.ts";
import { signatureOf } from "#lib/causes/signature.ts";
import type { EvidentRow, GivenColumn, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import { readCommits } from "#lib/iceberg/duckdb/causes/read-commits.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";
import type { Play } from "#lib/testing/random-history/play.ts";
import type { Inquiry } from "#lib/testing/random-history/inquiry.ts";

/** The causes add up to the duplicated keys, and a sampled key whose rows are all there has the cause that TypeScript finds by them. */
export function compareCauses(
  { causes, keyProfile, samples, engine }: Facts,
  { request: { explain, columns, key } }: Inquiry,
  play: Play,
): string[] {
  if (!explain) return [];
  if (causes.value === null) return engine.readBy === "iceberg_scan" ? [] : ["the causes were asked for and are null"];
  const wrong: string[] = [];
  const { shares, undecided } = causes.value;
  const keys = shares.reduce((sum, share) => sum + share.keys, 0);
  if (keys !== keyProfile.duplicatedKeys) wrong.push(`${keys} keys have a cause, and ${keyProfile.duplicatedKeys} are duplicated`);
  const given = Object.entries(columns).flatMap(([role, column]) => (typeof column === "string" ? [role as GivenColumn] : []));
  // What nobody else tells: it is asked of the keys that it decides alone, and where there are none either may be so.
  const neverDeletes = shares.some(({ cause }) => cause === "upsert_off")
    ? [true]
    : undecided.some(({ cause }) => cause === "upsert_off")
      ? [null]
      : [false, true];
  const snapshots = play.table.state.snapshots.map(({ id, operation }) => ({ "snapshot-id": String(id), summary: { operation } }));
  const commits = readCommits(snapshots as unknown as Snapshot[]);
  const alternatives = neverDeletes.flatMap((value) => [false, true].map((nothingErased) => ({ neverDeletes: value, nothingErased })));
  const tables = alternatives.map((one): TableEvidence => {
    const told = { ...one, commits, rewrites: new Map<string, Set<string>>() };
    return { ...explain, key, given: new Set(given), absent: new Set(explain.absent), ...told };
  });
  for (const { key: values, rows, rowCount, verdict } of samples) {
    if (!verdict) wrong.push(`sample ${JSON.stringify(values)} has no verdict`);
    // Only the manifests tell what a rewrite removed, and the model keeps none of these.
    else if (rows.length === rowCount && verdict.cause !== "rewrite_sources_live") {
      const evidence = { rows: rows as EvidentRow[], deletes: verdict.deletes };
      const own = tables.map((table) => JSON.stringify(decide(signatureOf(evidence, table))));
      const found = JSON.stringify({ cause: verdict.cause, undecided: verdict.undecided, doubt: verdict.doubt });
      if (!own.includes(found)) wrong.push(`sample ${JSON.stringify(values)}: SQL finds ${found}, TypeScript ${own.join(" or ")}`);
    }
  }
  return wrong;
}
