import { expect, test } from "vitest";
import { OWN_TABLE } from "#lib/causes/advice.ts";
import { firstStepsFor, sayFirstSteps } from "#lib/causes/first-steps.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";

test("what the greatest cause asks for is said to be for its share where that is no more than half", () => {
  const [half, more] = [8, 9].map((keys) => {
    const first = firstStepsFor(someCauses([someShare("upsert_off", keys), someShare("ghost_delete", 8)]), OWN_TABLE);
    return first && { says: sayFirstSteps(first), docs: first.docs };
  });
  expect(half?.says).toMatch(/^Upsert off, 50\.0 % of the keys: Switch the sink/);
  expect(half?.docs).toBe("/docs/causes/upsert_off");
  expect(more?.says).toMatch(/^Switch the sink/);
  expect(firstStepsFor(someCauses([]), OWN_TABLE)).toBeNull();
});

test("keys that are mostly retries are advised as such", () => {
  const of = (retries: number) =>
    firstStepsFor(someCauses([someShare("key_is_not_business_key", 10)], { retryKeys: { value: retries } }), OWN_TABLE);
  expect(of(6)?.steps[0]?.says).toContain("with each retry");
  expect(of(5)?.steps[0]?.says).toContain("business key");
});
