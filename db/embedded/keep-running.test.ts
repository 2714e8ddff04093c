import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { keepRunning } from "./keep-running.ts";
import type { Postmaster } from "./postmaster.ts";

/** A server that ends at once, as Postgres does on a full disk. */
async function endingServer(): Promise<Postmaster> {
  return await startServer("");
}

async function livingServer(): Promise<Postmaster> {
  return await startServer("setInterval(() => {}, 1000)");
}

async function startServer(script: string): Promise<Postmaster> {
  const child = spawn(process.execPath, ["--eval", script], { stdio: "ignore" });
  const ended = Promise.withResolvers<void>();
  child.once("exit", () => ended.resolve());
  await once(child, "spawn");
  return { child, ended: ended.promise };
}

test.each<[string, () => Promise<Postmaster>]>([
  ["that ends again and again", endingServer],
  ["that cannot be started again", async () => await Promise.reject(new AppError("store_unreachable", "It did not start."))],
])("a server %s is given up after five restarts, once, with what to do", async (_, restart) => {
  const said: string[] = [];
  let restarts = 0;
  const sentence = await new Promise<string>((onGivenUp) => {
    const counted = async () => {
      restarts++;
      return await restart();
    };
    void endingServer().then((first) => keepRunning(first, counted, { say: (text) => said.push(text), onGivenUp }));
  });
  expect(restarts).toBe(5);
  expect(sentence).toMatch(/ended 6 times in a row and is not started again.*start Bergwatch again/);
  expect(said.filter((text) => text.includes("is started again"))).toHaveLength(5);
});

test("a server that ended on a full disk is started again once there is room, however long that takes", async () => {
  const said: string[] = [];
  let looks = 0;
  let restarts = 0;
  const running = Promise.withResolvers<void>();
  const restart = async () => {
    // A quota is used up, where the disk itself has room.
    if (++restarts < 10) throw new AppError("out_of_disk", "The quota is used up.");
    running.resolve();
    return await livingServer();
  };
  const server = keepRunning(
    await endingServer(),
    restart,
    { say: (text) => said.push(text), onGivenUp: (text) => said.push(text) },
    { hasRoom: async () => await Promise.resolve(++looks > 20), lookForRoomEveryMs: 5 },
  );
  await running.promise;
  await server.stop();
  expect(restarts).toBe(10);
  expect(said[0]).toMatch(/its disk is full\. It is started again once there is room/);
  expect(said.filter((text) => text.includes("in a row"))).toEqual([]);
  expect(said.at(-1)).toBe("Postgres runs again.");
});
