import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#db/client.ts";
import { findEmbeddedPostgres } from "#db/embedded.ts";
import { inScratchFolder } from "#e2e/bench/scratch-folder.ts";
import type { RunServiceCase } from "#e2e/bench/service-case.ts";
import { freePort, npmStart, pressCtrlC } from "#e2e/helpers/service.ts";
import { env } from "#lib/env.ts";

const WAIT_MS_MAX = 120_000;
const LOOK_EVERY_MS = 20;

/**
 * From `npm start` in a clone that is set up, without a configuration, until the facts of the first sample table's snapshot are stored;
 * beside it the time until a new Postgres of the same kind answers in a process that does nothing else.
 */
export const firstFacts: RunServiceCase = async () => ({
  otherMs: await inScratchFolder(startPostgres),
  ms: await inScratchFolder(startService),
});

async function startPostgres(dataDir: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../start-postgres.ts"), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  const ms = performance.now() - started;
  await closed;
  if (child.exitCode !== 0) throw new Error(`the process that starts a Postgres ended with code ${child.exitCode}`);
  return ms;
}

async function startService(dataDir: string): Promise<number> {
  const variables = {
    BERGWATCH_DATA_DIR: dataDir,
    BERGWATCH_CONFIG: join(dataDir, "no-configuration.yaml"),
    BERGWATCH_EXTENSION_DIR: env().extensionDir,
    BERGWATCH_PORT: String(await freePort()),
  };
  const started = performance.now();
  const service = npmStart(variables);
  try {
    while (!(await hasFacts(dataDir))) {
      if (service.child.exitCode !== null || performance.now() - started > WAIT_MS_MAX)
        throw new Error(`no facts were stored:\n${service.stderr()}`);
      await sleep(LOOK_EVERY_MS);
    }
    return performance.now() - started;
  } finally {
    pressCtrlC(service);
    await service.ended;
  }
}

/** Waits on one connection for the first facts; false while the service is not so far that it can be asked. */
async function hasFacts(dataDir: string): Promise<boolean> {
  const url = await findEmbeddedPostgres(dataDir).catch(() => null);
  if (url === null) return false;
  const database = openDatabase({ url, connectionsMax: 1, applicationName: "bergwatch bench" });
  try {
    for (const deadline = performance.now() + WAIT_MS_MAX; performance.now() < deadline; await sleep(LOOK_EVERY_MS)) {
      const { rows } = await database.db.execute<{ stored: boolean }>("select exists (select from snapshot_facts) as stored");
      if (rows[0]?.stored === true) return true;
    }
    return false;
  } catch {
    // Not made yet, or not migrated yet.
    return false;
  } finally {
    await database.close();
  }
}
