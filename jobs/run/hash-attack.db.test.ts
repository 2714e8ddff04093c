import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { QUEUE_SCHEMA } from "#db/queue.ts";
import { getKeyRequest } from "#db/queries/key-requests.ts";
import { listSamples } from "#db/queries/samples.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { someSample } from "#db/testing/factories.ts";
import { bisect } from "#jobs/tasks/bisect.ts";
import { exportKeys } from "#jobs/tasks/export-keys.ts";
import { lookUpKey } from "#jobs/tasks/look-up-key.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { plainKeyHash } from "#lib/key-hash.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";

const GUESSES = Array.from({ length: 25 }, (_, at) => `person${at}@example.org`);
const COLUMNS = [{ name: "id", type: "string", fieldId: 1, required: true }];

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

function fill(table: TableWithKeys): void {
  const { keyHash: _, rows, ...sample } = someSample();
  const samples = GUESSES.map((guess) => ({ ...sample, key: [guess], rows: rows.map((row) => ({ ...row, values: { id: guess } })) }));
  world.lakeTable(table).finds = { samples, columns: COLUMNS, keyProfile: { duplicatedKeys: samples.length } };
}

async function dump(): Promise<string> {
  const { rows } = await world.database.db.execute<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', '${QUEUE_SCHEMA}') and table_type = 'BASE TABLE'`,
  );
  const found = [];
  for (const { name } of rows) found.push(JSON.stringify((await world.database.db.execute(`select to_jsonb(t) from ${name} t`)).rows));
  return found.join("\n");
}

test("whoever has a list with all keys recovers none of the masked ones from what is stored, exported or shown", async () => {
  const table = await world.addTable({ masked: ["id"], commits: 2 });
  fill(table);
  expect(await runTable(world.deps, { runId: (await world.request(table.id, "person")).id })).toBe("succeeded");
  const [lookUp, since, exporting] = [
    await world.ask(table, { keyValues: [GUESSES[0] ?? ""] }),
    await world.ask(table, { metric: null, keyValues: [GUESSES[1] ?? ""], badAbove: 1 }),
    await world.ask(table, { format: "csv" }),
  ];
  expect(await lookUpKey(world.deps, { requestId: lookUp })).toBe("succeeded");
  expect(await bisect(world.deps, { requestId: since })).toBe("succeeded");
  // As the reader writes it.
  const deps: typeof world.deps = {
    ...world.deps,
    exportKeys: async (request) => {
      const lines = GUESSES.map((guess) => `"masked",${plainKeyHash([guess])},2\r\n`).join("");
      await writeFile(request.file, `"id","key_hash","rows"\r\n${lines}`);
      return {
        ...(await world.deps.lookUpKey({ ...request, values: [], rowsMax: 1 })),
        keys: GUESSES.length,
        rows: 50,
        bytes: lines.length,
      };
    },
  };
  expect(await exportKeys(deps, { requestId: exporting })).toBe("succeeded");
  const exported = await readdir(world.lake.exportFolder);
  expect(exported).toEqual([(await getKeyRequest(world.database.db, exporting)).fileName]);
  const file = await readFile(join(world.lake.exportFolder, exported[0] ?? ""), "utf8");
  const shown = `${await dump()}\n${file}`;
  for (const guess of GUESSES) {
    expect(shown).not.toContain(plainKeyHash([guess]));
    expect(file).toContain(KEY_HASHES.of([guess]));
    expect(shown).not.toContain(`"${guess}"`);
  }
  expect((await getKeyRequest(world.database.db, lookUp)).keyHash).toBe(KEY_HASHES.of([GUESSES[0] ?? ""]));
});

test("the same Iceberg table, watched from elsewhere, keeps its masks from its first run on", async () => {
  const first = await world.addTable({ masked: ["id"], commits: 1 });
  fill(first);
  await runTable(world.deps, { runId: (await world.request(first.id, "person")).id });
  await applyTableDefinitions(world.database.db, [], "settings");
  const second = await world.addTable({ masked: [], commits: 1 });
  fill(second);
  world.lakeTable(second).uuid = world.lakeTable(first).uuid;
  await runTable(world.deps, { runId: (await world.request(second.id, "person")).id });
  const { definition, keys, lastSnapshotId } = await getTable(world.database.db, second.id);
  expect(definition.masked).toEqual(["id"]);
  const kept = await listSamples(world.database.db, { keyVersionId: keys[0]?.currentVersionId ?? 0, snapshotId: lastSnapshotId ?? "" });
  expect(kept.map(({ key }) => key)).toEqual(GUESSES.map(() => ["masked"]));
});
