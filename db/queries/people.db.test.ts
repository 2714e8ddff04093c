import { afterAll, beforeAll, expect, test } from "vitest";
import { insertSilence } from "./silences.ts";
import { applyTableDefinitions } from "./table-definitions.ts";
import { someDefinition } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { listPeople } from "./people.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(async () => await database.drop());

test("people are known once each, by what they own and by what they signed, the latest first", async () => {
  const { db } = database;
  await applyTableDefinitions(
    db,
    [someDefinition({ name: "a", owner: "Payments" }), someDefinition({ name: "b", owner: "Payments" })],
    "file",
  );
  const [from, until] = [new Date("2100-01-01T00:00:00Z"), new Date("2100-01-02T00:00:00Z")];
  await insertSilence(db, { kind: "silence", scope: { tag: "x" }, by: "Ana K.", why: "moving", from, until });
  expect(await listPeople(db)).toEqual(["Ana K.", "Payments"]);
});
