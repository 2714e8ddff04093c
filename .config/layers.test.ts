import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cruiseLayers, type Cruise } from "./cruise.ts";
import { LAYER_RULES } from "./layers.ts";

/** Rule → [file, what it imports]. Each must be caught by its own rule, whatever else catches it. */
const PLANTED: Record<string, [file: string, imported: string][]> = {
  "no-cycles": [["lib/ring/a.ts", "./b.ts"]],
  "imports-resolve": [["lib/lost.ts", "#lib/nowhere.ts"]],
  "lib-is-the-bottom": [["lib/up.ts", "../db/queries/runs.ts"]],
  "db-knows-only-lib": [["db/queries/up.ts", "#jobs/deps.ts"]],
  "jobs-do-not-know-app": [["jobs/sideways.ts", "../app/page.tsx"]],
  "app-does-not-know-jobs": [["app/sideways.ts", "#jobs/deps.ts"]],
  "e2e-stays-outside": [
    ["e2e/specs/inside.test.ts", "#jobs/deps.ts"],
    ["e2e/specs/engine.test.ts", "#lib/checks/one.ts"],
  ],
  "names-and-units-know-nobody": [["lib/units.ts", "#lib/env.ts"]],
  "contracts-know-only-names": [["lib/contracts/view.ts", "#lib/env.ts"]],
  "engine-contract-knows-only-names": [["lib/iceberg/contract.ts", "#lib/contracts/plain.ts"]],
  "checks-know-no-incidents": [["lib/judging/tell.ts", "#lib/incidents/render.ts"]],
  "pages-read-verdicts": [
    ["app/again.ts", "#lib/judging/judge-table.ts"],
    ["jobs/commands/again.ts", "#lib/judging/limits.ts"],
    ["lib/review/again.ts", "#lib/judging/judge-metric.ts"],
  ],
  "engine-knows-no-checks": [
    ["lib/iceberg/meaning.ts", "#lib/checks/one.ts"],
    ["lib/iceberg/duckdb/meaning.ts", "#lib/causes/one.ts"],
  ],
  "engine-writes-out-causes": [["lib/iceberg/duckdb/causes/meaning.ts", "#lib/checks/one.ts"]],
  "only-queries-touch-schema": [["jobs/tables.ts", "../db/schema/run.ts"]],
  "drizzle-and-postgres-only-in-db": [
    ["jobs/sql.ts", "drizzle-orm"],
    ["lib/sql.ts", "pg"],
  ],
  "duckdb-only-in-lib-iceberg": [["lib/checks/scan.ts", "@duckdb/node-api"]],
  "engine-only-wired-in-jobs": [["jobs/tasks/scan.ts", "#lib/iceberg/reader-pool.ts"]],
  "app-never-opens-iceberg": [["app/scan.ts", "#lib/iceberg/reader-pool.ts"]],
  "react-and-next-only-in-app": [["lib/hook.ts", "react"]],
  "pure-domain-does-no-io": [
    ["lib/checks/disk.ts", "node:fs"],
    ["lib/incidents/send.ts", "http"],
  ],
  "checks-do-not-know-each-other": [["lib/checks/two.ts", "#lib/checks/one.ts"]],
  "ui-is-dumb": [["app/_ui/clever.ts", "#lib/env.ts"]],
  "client-files-see-units-and-contracts": [
    ["app/chart.client.tsx", "#lib/env.ts"],
    ["app/tables/error.tsx", "#lib/env.ts"],
  ],
  "routes-do-not-share-components": [
    ["app/runs/page.tsx", "../tables/_components/card.tsx"],
    ["app/(group)/runs/page.tsx", "../_components/list.tsx"],
    ["app/(group)/[id]/keys/page.tsx", "../../_components/list.tsx"],
  ],
  "product-never-imports-testing": [
    ["lib/fake.ts", "#lib/testing/clock.ts"],
    ["db/queries/fake.ts", "../testing/factories.ts"],
  ],
  "product-needs-no-dev-packages": [["lib/dev.ts", "vitest"]],
};

/** Imports that no rule may catch. */
const ALLOWED: [file: string, imported: string][] = [
  ["lib/checks/registry.ts", "./one.ts"],
  ["lib/checks/one.ts", "./define-check.ts"],
  ["lib/checks/one.test.ts", "node:fs"],
  ["lib/incidents/channels/slack.ts", "node:http"],
  ["lib/iceberg/reader-pool.ts", "@duckdb/node-api"],
  ["jobs/deps.ts", "#lib/iceberg/reader-pool.ts"],
  ["jobs/commands/check.ts", "#lib/iceberg/contract.ts"],
  ["app/tables/page.tsx", "./_components/card.tsx"],
  ["app/(group)/page.tsx", "./_components/list.tsx"],
  ["lib/iceberg/duckdb/causes/classify.ts", "#lib/causes/one.ts"],
  ["app/(group)/[id]/page.tsx", "./_components/row.tsx"],
  ["app/(group)/[id]/keys/head.tsx", "../_components/row.tsx"],
  ["app/(group)/[id]/_components/row.test.tsx", "./row.tsx"],
  ["db/queries/runs.ts", "../schema/run.ts"],
  ["db/schema/run.ts", "drizzle-orm"],
  ["lib/testing/table.ts", "@duckdb/node-api"],
  ["e2e/bench/full-check.ts", "#lib/iceberg/reader-pool.ts"],
];

const EMPTY = [
  "lib/ring/b.ts",
  "lib/env.ts",
  "lib/contracts/plain.ts",
  "lib/incidents/render.ts",
  "lib/testing/clock.ts",
  "db/testing/factories.ts",
  "lib/checks/define-check.ts",
  "lib/judging/judge-table.ts",
  "lib/judging/judge-metric.ts",
  "lib/judging/limits.ts",
  "lib/causes/one.ts",
  "app/page.tsx",
  "app/tables/_components/card.tsx",
  "app/(group)/_components/list.tsx",
  "app/(group)/[id]/_components/row.tsx",
];

let root = "";
let cruise: Cruise;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "bergwatch-layers-"));
  for (const file of EMPTY) plant(file, "export {};\n");
  for (const [file, imported] of [...ALLOWED, ...Object.values(PLANTED).flat()]) plant(file, `import "${imported}";\n`);
  plant("lib/ring/b.ts", 'import type {} from "./a.ts";\n');
  for (const name of ["drizzle-orm", "pg", "@duckdb/node-api", "react", "vitest"]) {
    plant(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", main: "index.js" }));
    plant(`node_modules/${name}/index.js`, "module.exports = {};\n");
  }
  plant(
    "package.json",
    JSON.stringify({
      name: "planted",
      type: "module",
      imports: { "#lib/*": "./lib/*", "#jobs/*": "./jobs/*" },
      dependencies: { "drizzle-orm": "1", pg: "1", "@duckdb/node-api": "1", react: "1" },
      devDependencies: { vitest: "1" },
    }),
  );
  cruise = await cruiseLayers(root);
});
afterAll(() => rmSync(root, { recursive: true }));

test("every rule has a planted violation", () => {
  expect(Object.keys(PLANTED).toSorted()).toEqual(LAYER_RULES.map(({ name }) => name).toSorted());
});

test.each(Object.entries(PLANTED).flatMap(([rule, imports]) => imports.map(([file, imported]) => ({ rule, file, imported }))))(
  "$rule catches $file importing $imported",
  ({ rule, file }) => {
    expect(cruise.violations.filter((violation) => violation.from === file).map((violation) => violation.rule)).toContain(rule);
  },
);

test.each(ALLOWED)("%s may import %s", (file) => {
  expect(cruise.violations.filter((violation) => violation.from === file)).toEqual([]);
});

test("every planted file was read, so a parser that skips TypeScript cannot pass", () => {
  expect(cruise.unread).toEqual([]);
  expect(cruise.modules).toBeGreaterThan(EMPTY.length);
});

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
