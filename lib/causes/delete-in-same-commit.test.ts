import { expect, test } from "vitest";
import { isDeletedInSameCommit } from "#lib/causes/delete-in-same-commit.ts";
import { aKeyDelete, someKey, someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  [
    "row, survivor and delete of one commit",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "5", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "5", names: [0, 1] })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "a delete that does not name the survivor",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "5", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "5", names: [0] })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "a survivor of a later commit",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "6", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "5", names: [0, 1] })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "no delete",
    { ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "5", eventTime: "2000" }), deletes: [] },
    someTableEvidence(),
    false,
  ],
  [
    "a delete of another commit",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "5", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "4", names: [0, 1] })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "both rows in one compacted file",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000", compacted: true }, { sequenceNumber: "5", eventTime: "2000", compacted: true }),
      deletes: [],
    },
    someTableEvidence(),
    null,
  ],
  [
    "both rows in one file of a commit that is not known",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000", compacted: null }, { sequenceNumber: "5", eventTime: "2000", compacted: null }),
      deletes: [],
    },
    someTableEvidence(),
    null,
  ],
  [
    "a survivor of a commit that is not known, which a delete of the stale row's commit names",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "8", eventTime: "2000", compacted: null }),
      deletes: [aKeyDelete({ sequenceNumber: "5", names: [0, 1] })],
    },
    someTableEvidence(),
    null,
  ],
  [
    "a delete by none of the key's columns that names both",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "5", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "5", columns: ["row_id"], names: [0, 1] })],
    },
    someTableEvidence(),
    true,
  ],
  [
    "one that names the survivor alone",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "5", eventTime: "2000" }),
      deletes: [aKeyDelete({ sequenceNumber: "5", columns: ["row_id"], names: [1] })],
    },
    someTableEvidence(),
    false,
  ],
  [
    "a survivor that was rewritten after the commit of row and delete",
    {
      ...someKey({ sequenceNumber: "5", eventTime: "1000" }, { sequenceNumber: "8", eventTime: "2000", compacted: true }),
      deletes: [aKeyDelete({ sequenceNumber: "5", names: [0, 1] })],
    },
    someTableEvidence(),
    null,
  ],
])("the delete came with the stale row: %s", (_, key, table, expected) => {
  expect(isDeletedInSameCommit(key, table)).toBe(expected);
});
