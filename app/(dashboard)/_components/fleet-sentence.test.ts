import { expect, test } from "vitest";
import { sayFleet } from "./fleet-sentence.ts";
import type { TableView } from "./overview-view.ts";

function fleet(total: number, wrong = 0, soon = 0, unsure = 0) {
  return sayFleet({
    tables: Array.from<TableView>({ length: total }),
    counts: { wrong, soon, unsure, fine: total - wrong - soon - unsure },
  });
}

test.each([
  [fleet(9), "All 9 tables are fine."],
  [fleet(1), "The one table is fine."],
  [fleet(48, 2, 3, 2), "2 of 48 tables are wrong, 3 will be soon, 2 could not be judged."],
  [fleet(9, 1), "1 of 9 tables is wrong."],
  [fleet(9, 0, 0, 9), "9 of 9 tables could not be judged."],
  [fleet(1, 0, 1), "1 of 1 table will be wrong soon."],
])("%s", (said, expected) => {
  expect(said).toBe(expected);
});
