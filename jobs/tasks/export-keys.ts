import { rm } from "node:fs/promises";
import { join } from "node:path";
import { getKeyRequest, type KeyRequestEnd } from "#db/queries/key-requests.ts";
import { findLatestColumns } from "#db/queries/table-schemas.ts";
import { isStoreUnreachable } from "#db/store-errors.ts";
import { answerKeyRequest, KeyRequestInput, type KeyReading } from "#jobs/run/answer-key-request.ts";
import type { RequestOutcome } from "#jobs/run/end-request.ts";
import { ensureExportFolder, newExportName, sweepExports, watchSize } from "#jobs/run/export-files.ts";
import { gatherWithin, runBudget } from "#jobs/run/gather-within.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { sealExport } from "#lib/seal-export.ts";
import { AppError, nullWhen } from "#lib/errors.ts";
import { hiddenKeyColumns, unknownMasked } from "#lib/masking.ts";

export const exportKeysTask = defineTask({
  name: "export-keys",
  payload: KeyRequestInput,
  run: async (deps, input) => void (await exportKeys(deps, input)),
});

/**
 * Writes all duplicated keys of a table to a file on this machine, under a name of its own for each attempt, so that a worker that was taken
 * for dead spoils nothing. Masked key columns are left out. As answerKeyRequest.
 */
export async function exportKeys(deps: TaskDeps, { requestId }: KeyRequestInput): Promise<RequestOutcome> {
  const request = await nullWhen("unknown_request", getKeyRequest(deps.database.db, requestId));
  if (request === null || request.format === null) return "over";
  const fileName = newExportName(request.format);
  const file = join(deps.exports.folder, fileName);
  await ensureExportFolder(deps.exports.folder);
  // Retention is one worker's job; the files of the others go when they write the next.
  await sweepExports(deps.database.db, deps.exports.folder);
  try {
    const outcome = await answerKeyRequest(deps, { requestId, fileName }, async (reading) => await write(deps, reading, file));
    if (outcome !== "succeeded") await rm(file, { force: true });
    return outcome;
  } catch (error) {
    // Whether a store that fell silent took the end, nobody knows: if not, the next sweep finds that no request names the file.
    if (!isStoreUnreachable(error)) await rm(file, { force: true });
    throw error;
  }
}

async function write(deps: TaskDeps, { request, table, key, base, watch }: KeyReading, file: string): Promise<KeyRequestEnd> {
  const { masked } = table.definition;
  const columns = await findLatestColumns(deps.database.db, table.id);
  const unknown = columns === null ? [] : unknownMasked(masked, columns);
  if (unknown.length > 0) {
    throw new AppError(
      "unknown_column",
      `Nothing is exported: the table has no column ${unknown.join(", ")}, which shall be masked. Correct \`masked\` of the table.`,
    );
  }
  const format = request.format ?? "csv";
  // The reader never has the secret, and its file never has the name that people get.
  const plain = `${file}.plain`;
  const asked = {
    ...base,
    format,
    file: plain,
    masked: hiddenKeyColumns(masked, key.columns),
    hidesPartitions: hidesPartitions(base.columns, masked),
  };
  const endWatch = watchSize(plain, deps.exports.bytesMax, () => watch.stop("too large"));
  try {
    const { signal, onProgress } = watch;
    const written = await gatherWithin(deps.exportKeys, asked, { budget: runBudget(table.definition), signal, onProgress });
    const { keyHashes: hashes } = deps;
    const bytes = await sealExport({ format, plain, file, keyColumns: key.columns.length, hashes, signal });
    return {
      snapshotId: written.snapshot?.id ?? null,
      snapshotCommittedAt: written.snapshot && new Date(written.snapshot.committedAt),
      fileBytes: bytes,
      exportedKeys: written.keys,
      exportedRows: written.rows,
      trust: written.trust,
      costBytes: written.cost.bytesPlanned,
      costMs: written.cost.milliseconds,
    };
  } finally {
    endWatch();
    await rm(plain, { force: true });
  }
}

/** A partition is written as `topic/partition`: where either is masked, none is. */
function hidesPartitions({ kafkaTopic, kafkaPartition }: KeyReading["base"]["columns"], masked: readonly string[]): boolean {
  const named = [kafkaTopic, kafkaPartition].filter((name) => name !== null);
  return hiddenKeyColumns(masked, named).length > 0;
}
