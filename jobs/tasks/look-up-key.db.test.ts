import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelKeyRequest, getKeyRequest, startKeyRequest, type KeyRequestRow } from "#db/queries/key-requests.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { recordTableSchema } from "#db/queries/table-schemas.ts";
import { someDefinition, someSample } from "#db/testing/factories.ts";
import { exportKeys } from "#jobs/tasks/export-keys.ts";
import { lookUpKey } from "#jobs/tasks/look-up-key.ts";
import { recoverRuns } from "#jobs/tasks/recover-runs.ts";
import { keepRetention } from "#jobs/tasks/retention.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { AppError } from "#lib/errors.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const COLUMNS = [
  { name: "id", type: "long", fieldId: 1, required: true },
  { name: "note", type: "string", fieldId: 2, required: false },
];
const { keyHash: _, ...SAMPLE } = someSample();

async function addTable(changes: Parameters<TaskWorld["addTable"]>[0] = {}): Promise<TableWithKeys> {
  const table = await world.addTable({ commits: 2, ...changes });
  world.lakeTable(table).finds = { samples: [SAMPLE], columns: COLUMNS };
  return table;
}

const read = async (id: string): Promise<KeyRequestRow> => await getKeyRequest(world.database.db, id);
const files = async (): Promise<string[]> => await readdir(world.lake.exportFolder);
const expire = async (id: string): Promise<void> =>
  void (await world.database.db.execute(`update key_requests set expires_at = now() - interval '1 s' where id = '${id}'`));
/** A reading that goes on until it is told to end. */
function hang(table: TableWithKeys): Promise<void> {
  return new Promise((begun) => {
    world.lakeTable(table).reading = async (_request, signal) => {
      begun();
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    };
  });
}

describe("a look-up", () => {
  test("stores the key's rows with their types, at the asked snapshot, for a day", async () => {
    const table = await addTable();
    const [first] = world.lakeTable(table).snapshots;
    const id = await world.ask(table, { keyValues: ["1"] }, first?.id);
    expect(await world.takeSent()).toEqual([{ name: "look-up-key", data: { requestId: id }, afterSeconds: 0 }]);
    expect(await lookUpKey(world.deps, { requestId: id })).toBe("succeeded");
    const request = await read(id);
    expect(request).toMatchObject({ state: "succeeded", snapshotId: first?.id, result: SAMPLE, columns: COLUMNS, keyValues: ["1"] });
    expect(request.keyHash).toBe(KEY_HASHES.of(["1"]));
    expect(Number(request.expiresAt) - Number(request.finishedAt)).toBe(86_400_000);
    expect(world.lake.asked.at(-1)).toMatchObject({ values: ["1"], rowsMax: table.definition.sample.rowsPerKeyMax });
    expect(await lookUpKey(world.deps, { requestId: id })).toBe("over");
  });

  test("that finds nothing succeeds without a result", async () => {
    const id = await world.ask(await addTable(), { keyValues: ["no such key"] });
    await lookUpKey(world.deps, { requestId: id });
    expect(await read(id)).toMatchObject({ state: "succeeded", result: null, keyHash: null, columns: COLUMNS });
  });

  test("hides what the table masks, and forgets a masked key's values when it ends", async () => {
    const table = await addTable({ masked: ["note", "id"] });
    const id = await world.ask(table, { keyValues: ["1"] });
    await lookUpKey(world.deps, { requestId: id });
    expect(await read(id)).toMatchObject({ keyValues: null, result: { key: ["masked"] } });
    expect(JSON.stringify((await read(id)).result)).not.toContain("second");
  });

  test("shows nothing when a masked column is not among the table's, and forgets the values when it fails", async () => {
    const id = await world.ask(await addTable({ masked: ["id", "phone"] }), { keyValues: ["1"] });
    expect(await lookUpKey(world.deps, { requestId: id })).toBe("failed");
    expect(await read(id)).toMatchObject({ state: "failed", errorCode: "unknown_column", result: null, keyValues: null });
    expect((await read(id)).errorMessage).toContain("phone");
  });

  test("that is cancelled ends its reading, and stores nothing more", async () => {
    const table = await addTable();
    const begun = hang(table);
    const id = await world.ask(table, { keyValues: ["1"] });
    const looking = lookUpKey(world.deps, { requestId: id });
    await begun;
    expect(await cancelKeyRequest(world.database.db, id)).toBe(true);
    expect(await looking).toBe("over");
    expect(await read(id)).toMatchObject({ state: "cancelled", result: null });
    expect(await cancelKeyRequest(world.database.db, id)).toBe(false);
  });

  test("that is cancelled forgets the values of a masked key, and keeps others to be changed and asked again", async () => {
    const masked = await world.ask(await addTable({ masked: ["ID"] }), { keyValues: ["alice"] });
    const other = await world.ask(await addTable({ masked: ["note"] }), { keyValues: ["1"] });
    for (const id of [masked, other]) expect(await cancelKeyRequest(world.database.db, id)).toBe(true);
    expect([(await read(masked)).keyValues, (await read(other)).keyValues]).toEqual([null, ["1"]]);
  });

  test("is gone with its values, and ends, when a column is masked while it is read", async () => {
    const table = await addTable();
    const begun = hang(table);
    const id = await world.ask(table, { keyValues: ["1"] });
    const looking = lookUpKey(world.deps, { requestId: id });
    await begun;
    await world.addTable({ ...table.definition, masked: ["note"] });
    expect(await looking).toBe("over");
    await expect(read(id)).rejects.toMatchObject({ code: "unknown_request" });
  });

  test("stores rows that hold a NUL character, which Postgres has no place for", async () => {
    const table = await addTable();
    const nul = { ...SAMPLE, key: ["a\0b"], rows: SAMPLE.rows.map((row) => ({ ...row, values: { ...row.values, note: "x\0" } })) };
    world.lakeTable(table).finds = { samples: [nul], columns: COLUMNS };
    const id = await world.ask(table, { keyValues: ["1"] });
    const lookAny: typeof world.deps.lookUpKey = async (request, options) =>
      await world.lake.lookUpKey({ ...request, values: nul.key }, options);
    expect(await lookUpKey({ ...world.deps, lookUpKey: lookAny }, { requestId: id })).toBe("succeeded");
    expect(await read(id)).toMatchObject({
      keyHash: KEY_HASHES.of(nul.key),
      result: { key: ["a␀b"], rows: [{ values: { note: "x␀" } }, {}] },
    });
  });

  test("whose worker stops goes on with the next, as if it had not begun", async () => {
    const table = await addTable();
    const begun = hang(table);
    const id = await world.ask(table, { keyValues: ["1"] });
    const stopping = new AbortController();
    const looking = lookUpKey({ ...world.deps, stopping: stopping.signal }, { requestId: id });
    await begun;
    stopping.abort();
    await expect(looking).rejects.toThrow("another answers");
    expect(await read(id)).toMatchObject({ state: "queued", attempt: 0 });
    world.lakeTable(table).reading = async () => {};
    expect(await lookUpKey(world.deps, { requestId: id })).toBe("succeeded");
  });

  test("whose worker died is taken over, and given up the fourth time", async () => {
    const id = await world.ask(await addTable(), { keyValues: ["1"] });
    for (let time = 0; time < 3; time++) await startKeyRequest(world.database.db, { requestId: id, workerId: "the dead" });
    expect(await lookUpKey(world.deps, { requestId: id })).toBe("failed");
    expect(await read(id)).toMatchObject({ errorCode: "reader_crashed" });
  });

  test("says where its reading is", async () => {
    const table = await addTable();
    const id = await world.ask(table, { keyValues: ["1"] });
    let seen: KeyRequestRow["progress"] = null;
    world.lakeTable(table).reading = async () => {
      while (seen === null) seen = await new Promise((resolve) => setTimeout(() => void read(id).then((at) => resolve(at.progress)), 50));
    };
    await lookUpKey(world.deps, { requestId: id });
    expect(seen).toEqual({ phase: "planning", detail: "reading the manifests" });
    expect((await read(id)).progress).toBeNull();
  });

  test("fails with the reader's own sentence", async () => {
    const table = await addTable();
    world.lakeTable(table).reading = async () => {
      await Promise.resolve();
      throw new AppError("wrong_key_type", "abc is no long.");
    };
    const id = await world.ask(table, { keyValues: ["abc"] });
    await lookUpKey(world.deps, { requestId: id });
    expect(await read(id)).toMatchObject({ state: "failed", errorCode: "wrong_key_type", errorMessage: "abc is no long." });
  });

  test("is gone with its values when it expired", async () => {
    const id = await world.ask(await addTable(), { keyValues: ["1"] });
    await lookUpKey(world.deps, { requestId: id });
    await expire(id);
    await expect(read(id)).rejects.toMatchObject({ code: "unknown_request" });
    await keepRetention({ ...world.deps, now: () => new Date() });
    expect((await world.database.db.execute(`select from key_requests where id = '${id}'`)).rows).toEqual([]);
  });

  test("that no job stands for is sent again once", async () => {
    const id = await world.ask(await addTable(), { keyValues: ["1"] });
    await world.database.db.execute(`update key_requests set requested_at = now() - interval '2 minutes' where id = '${id}'`);
    await recoverRuns(world.deps);
    await world.takeSent();
    await recoverRuns(world.deps);
    await recoverRuns(world.deps);
    expect(await world.takeSent()).toEqual([{ name: "look-up-key", data: { requestId: id }, afterSeconds: 0 }]);
    await lookUpKey(world.deps, { requestId: id });
  });
});

describe("an export", () => {
  test("writes a file under a name that nobody chose, and says how much is in it", async () => {
    const table = await addTable({ masked: ["id"] });
    const id = await world.ask(table, { format: "csv" });
    expect(await exportKeys(world.deps, { requestId: id })).toBe("succeeded");
    const request = await read(id);
    expect(request).toMatchObject({ exportedKeys: 1, exportedRows: 2, fileBytes: 2 });
    expect(request.fileName).toMatch(/^[\da-f-]{36}\.csv$/);
    expect(await readFile(join(world.lake.exportFolder, request.fileName ?? ""), "utf8")).toBe("1\n");
    expect(world.lake.asked.at(-1)).toMatchObject({ format: "csv", masked: ["id"] });
    expect(Number(request.expiresAt) - Number(request.finishedAt)).toBe(7 * 86_400_000);
  });

  test.each([["kafka_partition"], ["kafka_topic"]])(
    "does not write the partitions of rows when %s is masked, and still reads them for the causes",
    async (column) => {
      const columns = { ...someDefinition().columns, kafkaTopic: "kafka_topic", kafkaPartition: "kafka_partition" };
      const id = await world.ask(await addTable({ masked: [column], columns }), { format: "csv" });
      await exportKeys(world.deps, { requestId: id });
      const partition = { kafkaTopic: "kafka_topic", kafkaPartition: "kafka_partition" };
      expect(world.lake.asked.at(-1)).toMatchObject({ hidesPartitions: true, columns: partition, explain: { kind: "upsert" } });
    },
  );

  test("keeps its file while nobody knows whether the store took its end", async () => {
    const id = await world.ask(await addTable(), { format: "csv" });
    const { db, ...database } = world.database;
    const silent: typeof db = Object.create(db, {
      update: {
        value: (table: Parameters<typeof db.update>[0]) => {
          if (written) throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
          return db.update(table);
        },
      },
    });
    let written = false;
    const before = await files();
    const exporting: typeof world.deps.exportKeys = async (request, options) => {
      const found = await world.lake.exportKeys(request, options);
      written = true;
      return found;
    };
    const deps = { ...world.deps, database: { ...database, db: silent }, exportKeys: exporting };
    await expect(exportKeys(deps, { requestId: id })).rejects.toThrow("terminated");
    expect(await files()).toHaveLength(before.length + 1);
  });

  test("that is cancelled leaves no file", async () => {
    const table = await addTable();
    const before = await files();
    const begun = hang(table);
    const id = await world.ask(table, { format: "arrow" });
    const writing = exportKeys(world.deps, { requestId: id });
    await begun;
    expect(await files()).toHaveLength(before.length + 1);
    await cancelKeyRequest(world.database.db, id);
    expect(await writing).toBe("over");
    expect(await files()).toEqual(before);
  });

  test("that grows beyond its bound ends, says so, and leaves no file", async () => {
    const table = await addTable();
    const before = await files();
    void hang(table);
    const id = await world.ask(table, { format: "csv" });
    expect(await exportKeys({ ...world.deps, exports: { folder: world.lake.exportFolder, bytesMax: 3 } }, { requestId: id })).toBe(
      "failed",
    );
    expect(await read(id)).toMatchObject({ errorCode: "out_of_disk" });
    expect(await files()).toEqual(before);
  });

  test("is refused while a masked column is not among the table's", async () => {
    const table = await addTable({ masked: ["phone"] });
    await recordTableSchema(world.database.db, { tableId: table.id, schemaId: 0, columns: COLUMNS });
    const id = await world.ask(table, { format: "csv" });
    expect(await exportKeys(world.deps, { requestId: id })).toBe("failed");
    expect((await read(id)).errorMessage).toContain("phone");
  });

  test("goes with its file when it expired, and what a killed worker left goes too; foreign files stay", async () => {
    const table = await addTable();
    const [kept, old] = [await world.ask(table, { format: "csv" }), await world.ask(table, { format: "csv" })];
    for (const requestId of [kept, old]) await exportKeys(world.deps, { requestId });
    const keptFile = (await read(kept)).fileName;
    const oldFile = (await read(old)).fileName;
    await expire(old);
    await writeFile(join(world.lake.exportFolder, `tmp_${crypto.randomUUID()}.arrow`), "left");
    await writeFile(join(world.lake.exportFolder, "README"), "foreign");
    await keepRetention({ ...world.deps, now: () => new Date() });
    const left = await files();
    expect(left).toContain(keptFile);
    expect(left).toContain("README");
    expect(left).not.toContain(oldFile);
    expect(left.some((name) => name.startsWith("tmp_"))).toBe(false);
  });
});
