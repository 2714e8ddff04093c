import { expect, test } from "vitest";
import { listBadTables } from "./seeded-causes.ts";
import { sampleOf } from "./seeded-samples.ts";
import { STORIES } from "./stories.ts";

const BAD = listBadTables(STORIES.length * 20, 72).map((table) => ({ table, sample: sampleOf(table, new Date("2026-03-11T00:00:00Z")) }));

test("the rows of the seeded keys have every cause of their table's story, by the same rules as real rows", () => {
  for (const { table, sample } of BAD.filter(({ table: { story } }) => story.notExplained === null)) {
    expect(new Set(sample.map(({ verdict }) => verdict?.cause))).toEqual(new Set(table.story.causes.map(({ cause }) => cause)));
  }
});

test("no two keys of a seeded table are the same", () => {
  for (const { sample } of BAD) expect(new Set(sample.map(({ key }) => key[0])).size).toBe(sample.length);
});
