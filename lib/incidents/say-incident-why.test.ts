import { expect, test } from "vitest";
import { sayIncidentWhy } from "#lib/incidents/say-incident-why.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import { someTable } from "#lib/testing/table-definition.ts";

const measure = { value: { column: "amount", rowsWithout: 0 } };
const causes = someCauses([someShare("upsert_off", 8, { measure: "1236412.8" })], { measure });
const why = "All of them because the table's writer only ever adds rows.";

test("what is counted twice is told with why, and not once its column is masked", () => {
  expect(sayIncidentWhy("duplicates", causes, someTable())).toBe(`${why} 1,236,412.80 of amount is counted twice.`);
  expect(sayIncidentWhy("duplicates", causes, someTable({ masked: ["amount"] }))).toBe(why);
  expect(sayIncidentWhy("duplicates", { ...causes, measure: null }, someTable())).toBe(why);
});

test("an incident that is not about duplicated keys has no cause of theirs", () => {
  expect(sayIncidentWhy("delete_backlog", causes, someTable())).toBeNull();
});
