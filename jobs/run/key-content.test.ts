import { expect, test } from "vitest";
import { keyContent } from "#jobs/run/key-content.ts";
import { someTable } from "#lib/testing/table-definition.ts";

const KEY = { name: "id", columns: ["order_id"], promise: "unique", keep: "last" } as const;
const contentOf = (changes: Parameters<typeof someTable>[0] = {}, uuid: string | null = "u1") =>
  keyContent(someTable(changes), { ...KEY, columns: [...KEY.columns] }, uuid);

test("facts are of another key version when other columns are looked through, or for another placeholder", () => {
  const [none, note, doc, other] = [
    contentOf(),
    contentOf({ columns: { unavailable: ["note"] } }),
    contentOf({ columns: { unavailable: ["note", "doc"] } }),
    contentOf({ columns: { unavailable: ["note"], unavailablePlaceholder: "?" } }),
  ];
  expect(new Set([none, note, doc, other].map(({ contentHash }) => contentHash)).size).toBe(4);
  expect(note.content.columns).toMatchObject({ unavailable: ["note"] });
});

test("a table that was made again under its name has key versions of its own", () => {
  expect(contentOf({}, "u2").contentHash).not.toBe(contentOf().contentHash);
});
