import { expect, test } from "vitest";
import { needRegistry, registryMark } from "#lib/causes/registry-mark.ts";
import type { RegistrySettings } from "#lib/contracts/source-settings.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";

const registry = (name: string, url: string): RegistrySettings => ({
  name,
  kind: "confluent",
  url,
  auth: { kind: "none" },
  entered: false,
});

test("a registry is told by its kind and place, whatever the case of its name; a table may name none, or one that is not there", () => {
  const sources = { registries: [registry("Main", "https://one"), registry("other", "https://two")] };
  expect(registryMark("main", sources)).toBe("confluent https://one");
  expect(registryMark("gone", sources)).toBeNull();
  expect(registryMark(null, sources)).toBeNull();
  expect(registryMark("main", {})).toBeNull();
});

const LACKING = someCauses([someShare("unknown", 2)], { undecided: [{ cause: "key_encoding", missing: ["schema registry"], keys: 2 }] });
const DECIDED = someCauses([someShare("upsert_off", 2)]);

test.each([
  ["told without one, where a key lacked it", { ...LACKING, registry: null }, "a", true],
  ["stored before it was noted, where a key lacked it", LACKING, "a", true],
  ["told without one, where none lacked it", { ...DECIDED, registry: null }, "a", false],
  ["told by another one", { ...DECIDED, registry: "b" }, "a", true],
  ["told by the same, which lacks the schema", { ...LACKING, registry: "a" }, "a", false],
  ["told by one that is gone", { ...DECIDED, registry: "a" }, null, false],
])("causes that were %s", (_, causes, mark, needed) => {
  expect(needRegistry(causes, mark)).toBe(needed);
});
