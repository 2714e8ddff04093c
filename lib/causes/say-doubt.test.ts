import { expect, test } from "vitest";
import { OWN_TABLE } from "#lib/causes/advice.ts";
import { firstStepsFor, firstStepsOf } from "#lib/causes/first-steps.ts";
import { findDoubt } from "#lib/causes/say-doubt.ts";
import { sayWhy, tableVerdict } from "#lib/causes/table-verdict.ts";
import { CAUSES } from "#lib/causes/registry.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";
import type { EvidenceName } from "#lib/names.ts";

const UNSURE = { cause: "appended_without_delete", alternatives: ["key_encoding"], missing: ["kafka-key"] } as const;
const unsure = (keys: number, missing: readonly EvidenceName[] = UNSURE.missing) => [
  { ...UNSURE, alternatives: [...UNSURE.alternatives], missing: [...missing], keys },
];
const PAYMENTS = [someShare("appended_without_delete", 70)];

test("a provisional cause is probable, and the sentence says what to add to be sure", () => {
  const causes = someCauses(PAYMENTS, { provisional: unsure(70) });
  const because = "because new rows were added without a delete of the old ones; add `kafka.key` to be sure.";
  expect(sayWhy(causes)).toBe(`Probably ${because}`);
  expect(tableVerdict(causes, "payments")?.manager).toBe(`70 payments have more than one row, probably ${because}`);
  expect(tableVerdict(causes, "payments")?.engineer).toMatch(/^If this is the cause: /);
});

test("beside other causes only the provisional one is probable", () => {
  const causes = someCauses([...PAYMENTS, someShare("ghost_delete", 30)], { provisional: unsure(70) });
  expect(sayWhy(causes)).toBe(
    "70.0 % probably because new rows were added without a delete of the old ones, 30.0 % because deletes of the source were stored as rows; add `kafka.key` to be sure.",
  );
});

test("a cause that is provisional for few of its keys is no less sure for the others", () => {
  const causes = someCauses(PAYMENTS, { provisional: unsure(3) });
  expect(sayWhy(causes)).toBe("All of them because new rows were added without a delete of the old ones.");
  expect(findDoubt("appended_without_delete", causes)).toMatchObject({ keys: 3, isMost: false });
});

test("what nobody can add is said as such", () => {
  const erased = someCauses(PAYMENTS, { provisional: unsure(70, ["sequence number before the compaction"]) });
  expect(sayWhy(erased)).toContain("; a compaction removed what would confirm it.");
  const expired = someCauses(PAYMENTS, { provisional: unsure(70, ["manifests of older snapshots"]) });
  expect(sayWhy(expired)).toContain("; the older snapshots that would confirm it expired or cannot be read.");
  expect(sayWhy(someCauses(PAYMENTS, { provisional: unsure(70, ["payload"]) }))).toContain("; what would confirm it cannot be read.");
});

test("the first step of a provisional cause supplies the column, and no step changes data", () => {
  const first = firstStepsFor(someCauses(PAYMENTS, { provisional: unsure(70) }), OWN_TABLE);
  expect(first?.steps.map(({ says }) => says)).toEqual([
    "Add `kafka.key` in the settings of this table; what it lacks, let its writer fill. The cause may be key encoding instead.",
    "Do not change any row until a run has confirmed the cause.",
  ]);
  const few = firstStepsFor(someCauses(PAYMENTS, { provisional: unsure(3) }), OWN_TABLE);
  expect(few?.steps[0]?.says).toMatch(/^Add `kafka.key`/);
  expect(few?.steps.length).toBeGreaterThan(1);
});

test.each(CAUSES.map(({ name }) => name))("no step changes anything while %s is in doubt, whoever owns the table", (cause) => {
  for (const managedBy of ["you", "tableflow", "redpanda"] as const)
    for (const missing of [["kafka-key", "op"], ["payload"], ["sequence number before the compaction"]] as const) {
      const doubt = { alternatives: ["unkeyed" as const], missing: [...missing] };
      const { steps } = firstStepsOf(cause, { ...OWN_TABLE, managedBy }, doubt);
      expect(steps.every(({ changes }) => changes === "nothing")).toBe(true);
    }
});
