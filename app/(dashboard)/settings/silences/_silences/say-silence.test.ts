import { expect, test } from "vitest";
import { sayCovers, saySilences } from "./say-silence.ts";

test.each([
  [0, 0, "Nothing is silenced. All incidents are sent."],
  [1, 0, "1 active silence."],
  [2, 1, "2 active silences, 1 upcoming."],
  [0, 3, "None active, 3 upcoming."],
])("%d that hold and %d to come: %s", (holding, coming, sentence) => {
  expect(saySilences({ holding, coming })).toBe(sentence);
});

test("a silence says how many tables it covers, and that it may be none", () => {
  expect([sayCovers(0), sayCovers(1), sayCovers(1200)]).toEqual(["covers no table yet", "covers 1 table", "covers 1,200 tables"]);
});
