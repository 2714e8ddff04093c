import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SnapshotChoice } from "#lib/iceberg/contract.ts";
import type { Peek } from "#lib/iceberg/contract-peek.ts";
import { peekTable } from "#lib/iceberg/peek-table.ts";
import { IcebergTable } from "#lib/testing/iceberg-writer/iceberg-table.ts";

let directory = "";
let table: IcebergTable;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "bergwatch-peek-"));
  table = new IcebergTable({ directory, formatVersion: 2, fields: [{ id: 1, name: "id", required: true, type: "long" }] });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const peek = async (mark: string | null, snapshot: SnapshotChoice = { by: "current" }, location = directory): Promise<Peek> =>
  await peekTable({ location, snapshot }, mark);

async function moved(...args: Parameters<typeof peek>): Promise<Extract<Peek, { state: "moved" }>> {
  const seen = await peek(...args);
  if (seen.state !== "moved") throw new Error(`the table is ${seen.state}`);
  return seen;
}

test("a look without a mark says which snapshot is current; a second one that nothing was written", async () => {
  const { id } = table.commit({ operation: "append" });
  const first = await moved(null);
  expect(first.snapshotId).toBe(String(id));
  expect(await peek(first.mark)).toEqual({ state: "same" });
});

test("a table that was never written has no snapshot", async () => {
  expect((await moved(null)).snapshotId).toBeNull();
});

test("a commit moves the mark and the snapshot", async () => {
  table.commit({ operation: "append" });
  const { mark } = await moved(null);
  const { id } = table.commit({ operation: "append" });
  expect((await moved(mark)).snapshotId).toBe(String(id));
});

test("a change of metadata without a commit moves the mark and not the snapshot", async () => {
  const { id } = table.commit({ operation: "append" });
  const { mark } = await moved(null);
  table.upgrade(3);
  expect((await moved(mark)).snapshotId).toBe(String(id));
});

test("a branch has a snapshot of its own", async () => {
  table.commit({ operation: "append" });
  const { id } = table.commit({ operation: "append", branch: "audit" });
  table.commit({ operation: "append" });
  expect((await moved(null, { by: "branch", name: "audit" })).snapshotId).toBe(String(id));
});

test("a location with a scheme is looked at when it is local", async () => {
  const { id } = table.commit({ operation: "append" });
  for (const location of [`file://${directory}`, `file:${directory}/`]) {
    expect((await moved(null, { by: "current" }, location)).snapshotId).toBe(String(id));
  }
  expect(await peek(null, { by: "current" }, "s3://lake/orders")).toEqual({ state: "remote" });
});

test("a metadata file is looked at itself", async () => {
  const { id } = table.commit({ operation: "append" });
  const file = table.metadataFile;
  const { mark, snapshotId } = await moved(null, { by: "current" }, file);
  expect(snapshotId).toBe(String(id));
  table.commit({ operation: "append" });
  expect(await peek(mark, { by: "current" }, file)).toEqual({ state: "same" });
});

test("a table that is gone or broken is told once, until something changes", async () => {
  const { mark } = await moved(null);
  writeFileSync(join(directory, "metadata/v2.metadata.json"), "{");
  writeFileSync(join(directory, "metadata/version-hint.text"), "2");
  const broken = await peek(mark);
  expect(broken).toMatchObject({ state: "broken", error: { code: "table_unreadable", message: expect.stringMatching(/v2\.metadata/) } });
  expect(await peek("mark" in broken ? broken.mark : null)).toEqual({ state: "same" });
  rmSync(directory, { recursive: true });
  const gone = await peek(null);
  expect(gone).toMatchObject({ state: "broken", error: { code: "table_not_found" } });
  expect(await peek("mark" in gone ? gone.mark : null)).toEqual({ state: "same" });
});
