import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { SupervisedChild, type Watch } from "#jobs/service/supervise.ts";

const QUICK = { silentMs: 1500, lookEveryMs: 50 };

function supervise(script: string, watch: Partial<Watch> = {}): SupervisedChild {
  const program = { name: "The program", args: ["-e", script], environment: { PATH: "/usr/bin:/bin" }, directory: "/" };
  return new SupervisedChild(program, { say: () => {}, onGivenUp: () => {}, ...watch }, QUICK);
}

test("a program that never works is started three times, and then given up with its last words", async () => {
  const said: string[] = [];
  const sentence = await new Promise<string>((resolve) => {
    supervise(`console.error("first line"); console.error('{"level":60,"msg":"no \\\\"disk\\\\" left"}'); process.exit(7)`, {
      say: (sentence) => said.push(sentence),
      onGivenUp: resolve,
    });
  });
  expect(said).toHaveLength(2);
  expect(sentence).toMatch(/^The program ended 3 times within \d+ s \(last: code 7\): no "disk" left$/);
});

test("stopping returns when the program is gone, with all that it started, even when it does not obey", async () => {
  const said: string[] = [];
  const script = `process.on("SIGTERM", () => {});
    const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: ["ignore", "inherit", "inherit"] });
    console.error("started " + child.pid); setInterval(() => {}, 1000);`;
  const child = supervise(script, { say: (sentence) => said.push(sentence) });
  await sleep(1500);
  await child.stop(200);
  expect(said).toEqual([]);
});

test("a program that ends when asked is not started again", async () => {
  let restarts = 0;
  const child = supervise("setInterval(() => {}, 1000)", { say: () => restarts++ });
  await sleep(300);
  await child.stop(5000);
  await sleep(300);
  expect(restarts).toBe(0);
});

test("a program that never gives a sign is killed and started again", async () => {
  const silent = Promise.withResolvers<string>();
  const child = supervise("setInterval(() => {}, 1000)", { onSilent: silent.resolve });
  expect(await silent.promise).toBe("The program gave no sign of life for 2 s and was restarted");
  await child.stop(500);
});

test("a program that gave signs and is frozen is killed and started again, which is said; the new one is told what the old one was", async () => {
  const pids: number[] = [];
  const silent: string[] = [];
  const restarted = Promise.withResolvers<void>();
  const script = `setInterval(() => process.send({ type: "alive" }), 50); process.send({ type: "alive" });
    process.on("message", ({ note }) => console.error(note + " " + process.pid));`;
  const onSilent = (sentence: string): void => void silent.push(sentence);
  const child = supervise(script, { onSilent, say: () => restarted.resolve() });
  const write = vi.spyOn(process.stderr, "write").mockImplementation((part) => {
    const pid = /^told (\d+)/.exec(String(part))?.[1];
    if (pid !== undefined) pids.push(Number(pid));
    return true;
  });
  try {
    child.tell({ note: "told" });
    await expect.poll(() => pids.length).toBe(1);
    process.kill(pids[0] ?? 0, "SIGSTOP");
    await restarted.promise;
    expect(silent).toEqual(["The program gave no sign of life for 2 s and was restarted"]);
    await expect.poll(() => pids.length, { timeout: 5000 }).toBe(2);
    expect(pids[1]).not.toBe(pids[0]);
  } finally {
    write.mockRestore();
    await child.stop(500);
  }
});
