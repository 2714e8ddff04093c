import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "#jobs/commands/run-cli.ts";
import { NO_STORAGE } from "#jobs/testing/no-storage.ts";
import { configJsonSchema } from "#lib/config/json-schema.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { ConfigDocument } from "#lib/contracts/config-document.ts";
import { AppError } from "#lib/errors.ts";
import type { FactsRequest, PlanTable } from "#lib/iceberg/contract.ts";

let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch config-"));
  file = join(folder, "bergwatch.yaml");
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command line with this configuration file; the environment names it too. */
async function run(text: string | null, args: string[], planTable?: PlanTable) {
  if (text === null) await rm(file, { force: true });
  else await writeFile(file, text);
  const said: string[] = [];
  const result = await runCli(args, {
    gatherFacts: () => Promise.reject(new Error("nothing is read")),
    planTable,
    configFile: () => file,
    exportFolder: () => "/no/such/folder",
    openService: () => Promise.reject(new Error("no service is asked")),
    listSampleTables: () => Promise.resolve([]),
    machine: () => ({ host: "127.0.0.1", dataDir: "/no/such/folder" }),
    storage: () => NO_STORAGE,
    log: () => pino({ level: "silent" }),
    now: () => new Date("2026-03-01T10:05:00Z"),
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    interactive: false,
  });
  return { ...result, said, document: JSON.parse(result.output) as unknown };
}

const TWO = `tables:
  - { name: orders, location: lake/orders, key: order_id }
  - { name: lines, location: lake/lines, keys: [{ name: id, columns: line_id }, { columns: [order_id, line_no] }] }
`;
const NOTHING = { files: 0, rows: 0, bytes: 0 };
const plan = (request: FactsRequest) => ({
  metadataFile: `${request.location}/metadata/v3.metadata.json`,
  formatVersion: 2,
  snapshot: { id: "5834977859330697266", sequenceNumber: "3", committedAt: "2026-03-01T10:00:00.000Z", operation: "append" },
  columns: request.key.map((column) => ({ role: "key", column, type: "string" })),
  notes: [],
  data: { files: 2, rows: 30, bytes: 6365 },
  deletes: NOTHING,
  bytesPlanned: 2048,
});

test("a right file is printed with all defaults, and named right in a sentence", async () => {
  const { exitCode, said, document } = await run(TWO, ["config", "check"]);
  expect(exitCode).toBe(0);
  expect(ConfigDocument.parse(document)).toMatchObject({
    ok: true,
    file,
    tables: [{ name: "orders", location: join(folder, "lake/orders"), kind: "upsert" }, { name: "lines" }],
    service: { overdueFactor: 2 },
    dryRun: null,
  });
  expect(said).toEqual([`${file} is right: 2 tables, 3 keys.`]);
});

test("--file is read in the place of what the environment names", async () => {
  await writeFile(join(folder, "other.yaml"), "tables: []");
  const { document } = await run(TWO, ["config", "check", "--file", join(folder, "other.yaml")]);
  expect(document).toMatchObject({ ok: true, tables: [] });
});

test("every fault is in the document, and on a line of its own for people and editors", async () => {
  const { exitCode, said, document } = await run(`${TWO}  - { name: Orders }\ndefault: {}\n`, ["config", "check"]);
  expect(exitCode).toBe(2);
  const parsed = ConfigDocument.parse(document);
  expect(parsed).toMatchObject({
    ok: false,
    file,
    faults: [
      { path: "tables[2].location" },
      { path: "tables[2].key" },
      { path: "tables[2].name" },
      { line: 5, column: 1, path: "default" },
    ],
  });
  expect(said).toHaveLength(4);
  expect(said.at(-1)).toBe(`${file}:5:1 default: The key "default" is not known at the top of the file. Did you mean defaults?`);
});

test.each([
  ["no file", null, ["config", "check"], /There is no configuration file .*bergwatch\.yaml\. Name one by --file or BERGWATCH_CONFIG/],
  ["no such command", TWO, ["config", "chekc"], /Unknown command 'chekc' \(Did you mean check\?\).*config check --help/],
  ["an unknown option", TWO, ["config", "check", "--fil", "x"], /Unknown option '--fil'.*config check --help/],
  ["a dry run without a planner", TWO, ["config", "check", "--dry-run"], /--dry-run is not possible here/],
])("%s is an error of usage", async (_, text, args, message) => {
  const { exitCode, document } = await run(text, args);
  expect(exitCode).toBe(2);
  expect(ErrorDocument.parse(document).error).toEqual({ code: "usage", message: expect.stringMatching(message) });
});

test("a dry run says of each key what a run would read", async () => {
  const { exitCode, said, document } = await run(TWO, ["config", "check", "--dry-run"], (request) => Promise.resolve(plan(request)));
  expect(exitCode).toBe(0);
  expect(ConfigDocument.parse(document)).toMatchObject({
    dryRun: [
      { table: "orders", key: "order_id", line: 2, plan: { snapshotId: "5834977859330697266", bytesPlanned: 2048 }, error: null },
      { table: "lines", key: "id", line: 3, plan: { columns: [{ role: "key", column: "line_id" }] } },
      { table: "lines", key: "order_id, line_no", line: 3 },
    ],
  });
  expect(said).toContain("orders (order_id): a run would read 2 KiB of 2 data files at snapshot 5834977859330697266.");
});

test.each([
  ["unknown_column", 2],
  ["table_not_found", 3],
] as const)("a table that fails with %s ends a dry run with %i, and hides no other", async (code, exit) => {
  const { exitCode, said, document } = await run(TWO, ["config", "check", "--dry-run"], (request) =>
    request.location.endsWith("orders")
      ? Promise.reject(new AppError(code, "It is not there."))
      : Promise.resolve({ ...plan(request), snapshot: null }),
  );
  expect(exitCode).toBe(exit);
  expect(ConfigDocument.parse(document)).toMatchObject({
    dryRun: [{ plan: null, error: { code, message: "It is not there." } }, { plan: { snapshotId: null } }, { error: null }],
  });
  expect(said).toContain("orders (order_id), line 2: It is not there.");
  expect(said).toContain("lines (id): the table was never written.");
});

test("a dry run that is cancelled says so and prints nothing else", async () => {
  const { exitCode, document } = await run(TWO, ["config", "check", "--dry-run"], () =>
    Promise.reject(new AppError("cancelled", "Cancelled.")),
  );
  expect(exitCode).toBe(130);
  expect(ErrorDocument.parse(document).error.code).toBe("cancelled");
});

test("config schema prints the schema that the code reads by", async () => {
  const { exitCode, document } = await run(null, ["config", "schema"]);
  expect(exitCode).toBe(0);
  expect(document).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});
