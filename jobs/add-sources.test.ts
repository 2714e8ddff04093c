import { expect, test } from "vitest";
import { addSources } from "#jobs/add-sources.ts";
import { NO_SOURCES, type RegistrySettings } from "#lib/contracts/source-settings.ts";

const registry = (name: string): RegistrySettings => ({
  name,
  kind: "confluent",
  url: `https://${name}.example.org`,
  auth: { kind: "none" },
  entered: false,
});

test("what a command names goes first, and what was entered among it keeps the bounds by which it may be used", () => {
  const bounds = { allowed: true, addresses: null, secrets: [], places: null };
  const file = { ...NO_SOURCES, registries: [registry("file")] };
  const both = addSources(file, { ...NO_SOURCES, registries: [registry("named")], bounds });
  expect(both.registries?.map(({ name }) => name)).toEqual(["named", "file"]);
  expect(both.bounds).toEqual(bounds);
});
