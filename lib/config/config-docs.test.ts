import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fillKeyLists } from "#lib/config/describe-keys.ts";
import { configJsonSchema } from "#lib/config/json-schema.ts";
import { loadConfig } from "#lib/config/load-config.ts";

const PROJECT = join(import.meta.dirname, "../..");
const DOCS = readFileSync(join(PROJECT, "docs/reference/configuration.md"), "utf8");
const EXAMPLE = join(PROJECT, "docs/bergwatch.example.yaml");

test("the JSON Schema that editors use is the one that the code reads by: npm run config:docs writes it", () => {
  const committed: unknown = JSON.parse(readFileSync(join(PROJECT, "public/bergwatch.schema.json"), "utf8"));
  expect(committed).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
});

test("the documentation lists every key as the schema describes it: npm run config:docs writes the lists", () => {
  expect(DOCS).toBe(fillKeyLists(DOCS));
  for (const path of ["", " tables[]", " tables[].limits", " catalogs[]", " stores[]", " entered", " defaults", " service"])
    expect(DOCS).toContain(`<!-- keys:${path} -->`);
});

test("every key of the schema is described", () => {
  const undescribed = (part: unknown, path: string): string[] => {
    if (typeof part !== "object" || part === null) return [];
    return Object.entries(part).flatMap(([key, inner]: [string, unknown]) => {
      if (key !== "properties") return undescribed(inner, `${path}/${key}`);
      const properties = inner as Record<string, { description?: string }>;
      const bare = Object.keys(properties).filter((name) => properties[name]?.description === undefined && !path.endsWith("/kinds"));
      return [
        ...bare.map((name) => `${path}/${name}`),
        ...Object.entries(properties).flatMap(([name, value]) => undescribed(value, `${path}/${name}`)),
      ];
    });
  };
  expect(undescribed(configJsonSchema(), "")).toEqual([]);
});

test("the example is right, and shows a table of its own for each thing", () => {
  const loaded = loadConfig(readFileSync(EXAMPLE), { file: EXAMPLE });
  expect(loaded).toMatchObject({ ok: true });
  expect(loaded.ok ? loaded.config.tables.map(({ name }) => name) : []).toEqual([
    "shop.orders",
    "shop.payments",
    "shop.order_lines",
    "crm.customers",
    "web.clicks",
    "staging.orders",
  ]);
});

describe("every YAML text in the documentation is right", () => {
  const others = ["docs/how-to/catalogs.md", "docs/explanation/kafka-keys.md"].map((file) => readFileSync(join(PROJECT, file), "utf8"));
  test.each([...[DOCS, ...others].join("\n").matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => [match[1] ?? ""]))("%s", (text) => {
    expect(loadConfig(text, { file: EXAMPLE })).toMatchObject({ ok: true });
  });
});
