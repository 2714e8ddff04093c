import { expect, test } from "vitest";
import { LookUpBody, SnapshotId } from "./key-requests.ts";
import { NewNote } from "./notes.ts";

const tableId = "0b5bb6a4-6a8e-4f4e-9d86-1f6a8c1c2a11";

test("what Postgres cannot hold is refused with a sentence, in a look-up and in a note", () => {
  expect(LookUpBody.safeParse({ tableId, values: ["a\0"] }).error?.issues[0]?.message).toContain("NUL");
  expect(LookUpBody.safeParse({ tableId, values: [""] }).success).toBe(true);
  const note = { tableId, at: "2026-03-01T00:00:00Z", author: "Ada", text: "rebalanced" };
  expect(NewNote.safeParse(note).success).toBe(true);
  for (const field of ["author", "text"]) expect(NewNote.safeParse({ ...note, [field]: "a\0b" }).success).toBe(false);
});

test.each(["9223372036854775808", "-1", "1.5", "", "1e3", "0x1"])("%j is not a snapshot's id", (id) => {
  expect(SnapshotId.safeParse(id).success).toBe(false);
});
