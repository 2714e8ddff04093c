import type { CheckInput } from "#jobs/commands/check-options.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import { findSince, type SinceSearch } from "#jobs/run/find-since.ts";
import { readChecks } from "#lib/checks/registry.ts";
import { NO_SAMPLE } from "#lib/config/facts-request.ts";
import { BisectDocument } from "#lib/contracts/since.ts";
import { AppError } from "#lib/errors.ts";
import type { ListedSnapshot } from "#lib/iceberg/contract.ts";
import { lineageOf, type LineCommit } from "#lib/judging/lineage.ts";
import { toKnown } from "#lib/judging/search-since.ts";
import { hiddenKeyColumns } from "#lib/masking.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";

/** A metric of the table, or the number of rows of one key; bad is above the limit. */
export type SinceWhat = { limit: number } & ({ metric: SnapshotMetricName } | { metric: null; keyValues: string[] });

const BUDGET = { readsMax: 500, msMax: 24 * 3600 * 1000 };

/**
 * Finds since when a metric, or one key, of a table is bad, in this process: nothing is stored, and nothing that is stored is used. Throws AppError
 * as findSince does, unknown_snapshot, and usage.
 */
export async function bisectHere(
  deps: CommandDeps,
  { table, request, masked, sources }: CheckInput,
  what: SinceWhat,
): Promise<CommandResult> {
  const { listSnapshots, useSources, say, signal } = deps;
  if (listSnapshots === undefined) throw new AppError("usage", "This command line reads no tables; ask the running service.");
  checkValues(what, request.key);
  useSources?.(sources);
  const { location, relocated, snapshot } = request;
  const listing = await listSnapshots({ location, relocated, snapshot }, { signal });
  if (listing.snapshot === null) throw new AppError("unknown_snapshot", `The table ${table} was never written, so nothing in it is bad.`);
  const lineage = lineageOf(listing.snapshots.map(toCommit), listing.snapshot.id);
  const { metric, limit } = what;
  const readOne = metric === null ? readKeyAt(deps, request, what) : readMetricAt(deps, request, { metric, limit });
  const read: SinceSearch["read"] = async (commit, at) => {
    say(`reading ${at.place}: snapshot ${commit.snapshotId} of ${commit.committedAt}`);
    return await readOne(commit, at);
  };
  const since = await findSince({ lineage, known: new Map(), metric, limit, budget: BUDGET, read });
  const isHidden = hiddenKeyColumns(masked, request.key).length > 0;
  const document = { table, key: request.key, keyValues: metric === null && !isHidden ? what.keyValues : null, since };
  return { output: printed(BisectDocument.parse(document)), exitCode: 0 };
}

/** Throws AppError usage. */
export function checkValues(what: SinceWhat, columns: readonly string[]): void {
  if (what.metric === null && what.keyValues.length !== columns.length)
    throw new AppError("usage", `The key has ${columns.length} columns (${columns.join(", ")}); give --key-value for each, in this order.`);
}

function readMetricAt(
  { gatherFacts, now, signal }: CommandDeps,
  request: CheckInput["request"],
  { metric, limit }: { metric: SnapshotMetricName; limit: number },
): SinceSearch["read"] {
  // Why a key is duplicated is not asked, so that only the counts are read.
  const { explain: _, ...asked } = request;
  return async ({ snapshotId: id }) => {
    const facts = await gatherFacts({ ...asked, snapshot: { by: "id", id }, sample: NO_SAMPLE }, { signal });
    const reading = readChecks(facts, now()).find(({ name }) => name === metric)?.reading;
    if (typeof reading === "number") return toKnown(reading, limit, facts.trust);
    throw new AppError("unknown_column", reading?.notComputed ?? `${metric} was not computed.`);
  };
}

function readKeyAt(
  { lookUpKey, signal }: CommandDeps,
  request: CheckInput["request"],
  { keyValues: values, limit }: { keyValues: string[]; limit: number },
): SinceSearch["read"] {
  if (lookUpKey === undefined) throw new AppError("usage", "This command line looks no keys up; ask the running service.");
  const { cdc: _, readBy: _by, sample: _sample, explain: _explain, ...asked } = request;
  return async ({ snapshotId: id }) => {
    const { found, trust } = await lookUpKey({ ...asked, snapshot: { by: "id", id }, values, rowsMax: 1 }, { signal });
    return toKnown(found?.rowCount ?? 0, limit, trust);
  };
}

function toCommit({ id, parentId, committedAt, operation, committedBy, addedFiles, addedRows }: ListedSnapshot): LineCommit {
  return { snapshotId: id, parentId, committedAt, operation, committedBy, addedFiles, addedRows, isRetained: true };
}
