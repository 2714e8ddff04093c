import { spawn } from "node:child_process";
import { join } from "node:path";
import { makeManyFiles, Planned } from "#e2e/bench/many-files.ts";
import { inScratchFolder } from "#e2e/bench/scratch-folder.ts";
import type { RunServiceCase } from "#e2e/bench/service-case.ts";
import { inSlowStore } from "#e2e/bench/slow-store.ts";
import { allVariables } from "#lib/env.ts";

/** What an object store near by takes for an answer. */
const STORE_DELAY_MS = 20;
const BUCKET = "lake";

/**
 * Planning a scan of 50,000 data files under 4,000 delete files in 540 manifests, with the backlog added up; beside it one statement of DuckDB that
 * reads the same manifests and counts. Files on this machine.
 */
export const planManyFiles: RunServiceCase = async () =>
  await inScratchFolder(async (folder) => {
    makeManyFiles(folder, folder);
    const other = await plan("bare", folder, folder);
    const { ms, residentBytesMax } = await plan("ours", folder, folder);
    return { ms, otherMs: other.ms, residentBytesMax };
  });

/** The same from a store whose answers take 20 ms; beside it the same from this machine. */
export const planManyRemoteFiles: RunServiceCase = async () =>
  await inScratchFolder(async (folder) => {
    const location = `s3://${BUCKET}`;
    makeManyFiles(folder, location);
    const { ms, residentBytesMax } = await inSlowStore(
      folder,
      BUCKET,
      STORE_DELAY_MS,
      async (endpoint) => await plan("ours", location, folder, endpoint),
    );
    makeManyFiles(folder, folder);
    return { ms, otherMs: (await plan("ours", folder, folder)).ms, residentBytesMax };
  });

/** In a process of its own, as a reading is. */
async function plan(...args: [way: "ours" | "bare", location: string, scratch: string, endpoint?: string]): Promise<Planned> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../plan-many-files.ts"), ...args.filter((arg) => arg !== undefined)], {
    env: { ...allVariables(), TZ: "UTC", UV_THREADPOOL_SIZE: "16" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
  if (code !== 0) throw new Error(`the process that plans ended with code ${code}`);
  return Planned.parse(JSON.parse(output));
}
