import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

const PROJECT = join(import.meta.dirname, "..");

test("an empty environment gives the documented defaults", () => {
  const env = readEnv({});
  expect(env).toMatchObject({
    dataDir: join(PROJECT, ".bergwatch"),
    configFile: join(PROJECT, "bergwatch.yaml"),
    extensionDir: join(PROJECT, ".bergwatch", "extensions"),
    memoryBytesMax: 4 * 1024 ** 3,
    spillBytesMax: 20 * 1024 ** 3,
    durationSecondsMax: 3600,
    logLevel: "info",
    extensionRepository: null,
  });
  expect(env.threads).toBeGreaterThanOrEqual(1);
  expect(env.threads).toBeLessThanOrEqual(4);
});

test("a variable that is set to nothing counts as not set", () => {
  expect(readEnv({ BERGWATCH_MEMORY_MAX: "", BERGWATCH_EXTENSION_REPOSITORY: " " })).toEqual(readEnv({}));
});

test.each([
  ["4GB", 4_000_000_000],
  ["4GiB", 4_294_967_296],
  ["1.5 gib", 1_610_612_736],
  ["512MiB", 536_870_912],
  ["1000", 1000],
])("the size %s is %i bytes", (text, bytes) => {
  expect(readEnv({ BERGWATCH_MEMORY_MAX: text }).memoryBytesMax).toBe(bytes);
});

test.each(["4 apples", "-1GB", "GB", "0", "4GB4", "9e9"])("%s is no size", (text) => {
  expect(() => readEnv({ BERGWATCH_SPILL_MAX: text })).toThrow(`BERGWATCH_SPILL_MAX: "${text}" is not a size`);
});

test("relative paths start at the project, and the extensions follow the data", () => {
  const env = readEnv({ BERGWATCH_DATA_DIR: "data/here" });
  expect(env.dataDir).toBe(join(PROJECT, "data/here"));
  expect(env.extensionDir).toBe(join(PROJECT, "data/here/extensions"));
  expect(readEnv({ BERGWATCH_EXTENSION_DIR: "/opt/extensions" }).extensionDir).toBe("/opt/extensions");
});

test("all faults are listed at once, as a fault of the request", () => {
  const faulty = {
    BERGWATCH_MEMORY_MAX: "lots",
    BERGWATCH_THREADS: "0",
    BERGWATCH_LOG_LEVEL: "loud",
    BERGWATCH_DURATION_MAX_SECONDS: "1.5",
  };
  const fault = catchError(() => readEnv(faulty));
  expect(fault).toBeInstanceOf(AppError);
  expect(fault).toMatchObject({ code: "usage" });
  for (const name of Object.keys(faulty)) expect(String(fault)).toContain(`${name}: `);
});

test("links start with the public address, or else with the web server's own", () => {
  expect(readEnv({})).toMatchObject({ host: "127.0.0.1", port: 3000, publicUrl: "http://127.0.0.1:3000", databaseUrl: null });
  expect(readEnv({ BERGWATCH_HOST: "0.0.0.0", BERGWATCH_PORT: "8080" }).publicUrl).toBe("http://127.0.0.1:8080");
  expect(readEnv({ BERGWATCH_HOST: "fd00::1" }).publicUrl).toBe("http://[fd00::1]:3000");
  expect(readEnv({ BERGWATCH_PUBLIC_URL: "https://watch.example.org/" }).publicUrl).toBe("https://watch.example.org");
});

test.each(["0", "65536", "http", "-1", "3000.5"])("%s is no port", (text) => {
  expect(() => readEnv({ BERGWATCH_PORT: text })).toThrow("BERGWATCH_PORT: ");
});

test("a faulty address is not repeated, since it may hold a password", () => {
  const faulty = { DATABASE_URL: "postgers://watch:s3cret@db/watch", BERGWATCH_PUBLIC_URL: "user:s3cret@example.org" };
  const fault = catchError(() => readEnv(faulty));
  expect(String(fault)).not.toContain("s3cret");
  for (const name of Object.keys(faulty)) expect(String(fault)).toContain(`${name}: `);
});

test("variables of other programs are ignored", () => {
  expect(readEnv({ HOME: "/", BERGWATCH_SERVICE_HOST: "10.0.0.1" })).toEqual(readEnv({}));
});

test(".env.example documents every variable, and no other", () => {
  expect(named(readFileSync(join(PROJECT, ".env.example"), "utf8"))).toEqual(named(readFileSync(join(PROJECT, "lib/env.ts"), "utf8")));
});

function named(text: string): string[] {
  return [...new Set(text.match(/BERGWATCH_[A-Z_]+/g))].toSorted();
}

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
