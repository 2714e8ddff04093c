import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { isSuspended, resumeSuspended } from "#lib/suspended.ts";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

async function startSleeper(): Promise<number> {
  const child = spawn("sleep", ["60"]);
  started.push(child);
  await once(child, "spawn");
  return child.pid ?? 0;
}

test("a process that a signal suspends is resumed after a while, and another one is left alone", async () => {
  const pids = [await startSleeper(), await startSleeper()];
  const [suspended = 0, running = 0] = pids;
  process.kill(suspended, "SIGSTOP");
  await expect.poll(() => pids.map(isSuspended)).toEqual([true, false]);
  const begun = performance.now();
  let end = (): void => {};
  const resumed = await new Promise<readonly number[]>((onResumed) => {
    end = resumeSuspended({ pids: () => [suspended, running], suspendedMsMax: 300, lookEveryMs: 20, onResumed });
  });
  end();
  expect(resumed).toEqual([suspended]);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(299);
  await expect.poll(() => isSuspended(suspended)).toBe(false);
});

test("a process that is gone is not suspended", async () => {
  const pid = await startSleeper();
  const [child] = started;
  child?.kill("SIGKILL");
  await once(child as ChildProcess, "exit");
  expect(isSuspended(pid)).toBe(false);
});
