import { writeFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { describeReaderError } from "#lib/iceberg/reader-errors.ts";
import type { FromReader, ReaderAnswer, ReaderTask, ToReader } from "#lib/iceberg/reader-protocol.ts";
import { hideSecrets } from "#lib/iceberg/stores/hide-secrets.ts";
import { secretValues } from "#lib/iceberg/stores/store-access.ts";
import { registrySecrets } from "#lib/schema-registry/registry-access.ts";
import { storeKind } from "#lib/store-place.ts";

/**
 * The reader process: a request, an answer, and again, each with a database of its own; a failure is the end. Started by reader-child.ts, which
 * watches it.
 */

const INTERRUPT_AGAIN_MS = 100;
let database: Database | undefined;

// Without its parent nobody wants the answer. A running statement would hold up an orderly exit.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// A terminal sends Ctrl-C to parent and child alike; the parent decides what becomes of the reading.
process.on("SIGINT", () => {});
process.on("message", (message: ToReader) => {
  if (message.type === "read") return void answer(message.task);
  interrupt();
});

async function answer(task: ReaderTask): Promise<void> {
  const said = await read(task);
  await send(said);
  if (said.type === "failed") process.exit(0);
  // Nothing of this reading is left to the next: tables, settings and spilled data go with the database.
  database?.close();
  database = undefined;
  await send({ type: "rested", residentBytes: process.memoryUsage.rss() });
  // Kept at an orderly exit only, which a reader that waits does not have.
  flushCompileCache();
}

async function read(task: ReaderTask): Promise<ReaderAnswer> {
  const report = (progress: Progress): void => void send({ type: "progress", progress });
  try {
    report({ phase: "starting", detail: "opening DuckDB" });
    // If memory runs out it shall be this process that the system ends, never its parent.
    await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});
    const [{ AZURE_EXTENSION, ensureExtensions }, { openDatabase }, { readAsked }, { lookAtRegistry }] = await Promise.all([
      import("#lib/iceberg/duckdb/extensions.ts"),
      import("#lib/iceberg/duckdb/database.ts"),
      import("#lib/iceberg/readings.ts"),
      import("#lib/iceberg/duckdb/causes/registry-reads.ts"),
    ]);
    const onProgress = (detail: string): void => report({ phase: "starting", detail });
    const also = task.access?.secrets.some(({ scope }) => storeKind(scope) === "azure") === true ? [AZURE_EXTENSION] : [];
    await ensureExtensions(task.extensionDirectory, { repository: task.extensionRepository, also, onProgress });
    database = await openDatabase({ ...task, access: task.access ?? undefined });
    const found = await readAsked(database, task.asked, report);
    const registry = lookAtRegistry(database);
    return registry === null ? found : { ...found, registry };
  } catch (error) {
    const failure = describeReaderError(error, task.limits);
    const secrets = taskSecrets(task);
    return {
      type: "failed",
      failure: { ...failure, message: hideSecrets(failure.message, secrets), detail: hideSecrets(failure.detail, secrets) },
    };
  }
}

function taskSecrets({ access, registry }: ReaderTask): string[] {
  return [...(access === null ? [] : secretValues(access)), ...(registry === null ? [] : registrySecrets(registry))];
}

/** Again and again: an interrupt between two statements is lost. */
function interrupt(): void {
  if (database === undefined) process.exit(1);
  const running = database;
  setInterval(() => running.interrupt(), INTERRUPT_AGAIN_MS);
  running.interrupt();
}

/** Resolves once the message is handed over: what is sent just before an exit would be lost. */
async function send(message: FromReader): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.send === undefined) throw new Error("the reader is started by its parent alone");
    process.send(message, () => resolve());
  });
}
