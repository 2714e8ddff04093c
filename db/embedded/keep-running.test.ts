import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { keepRunning } from "./keep-running.ts";
import type { Postmaster } from "./postmaster.ts";

/** A server that ends at once, as Postgres does on a full disk. */
async function endingServer(): Promise<Postmaster> {
  const child = spawn(process.execPath, ["--eval", ""], { stdio: "ignore" });
  const ended = Promise.withResolvers<void>();
  child.once("exit", () => ended.resolve());
  await once(child, "spawn");
  return { child, ended: ended.promise };
}

test.each<[string, () => Promise<Postmaster>]>([
  ["that ends again and again", endingServer],
  ["that cannot be started again", async () => await Promise.reject(new AppError("out_of_disk", "The disk is full."))],
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
  expect(sentence).toMatch(/ended 6 times in a row and is not started again.*Start Bergwatch again/);
  expect(said.filter((text) => text.includes("is started again"))).toHaveLength(5);
});
