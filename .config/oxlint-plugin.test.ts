import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";

const PROJECT = join(import.meta.dirname, "..");
const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** Rule → [file, text] that it must catch. */
const PLANTED: Record<string, [file: string, text: string][]> = {
  "bergwatch(process-env-only-in-env)": [
    ["jobs/member.ts", "export const a = process.env;"],
    ["jobs/text.ts", 'export const a = process["env"];'],
    ["jobs/global.ts", "export const a = globalThis.process.env;"],
    ["jobs/taken.ts", "export const { env } = process;"],
    ["jobs/imported.ts", 'import { env } from "node:process"; export const a = env;'],
  ],
  "bergwatch(client-suffix)": [
    ["app/chart.tsx", '"use client"; export const a = 1;'],
    ["app/chart.client.tsx", "export const a = 1;"],
  ],
  "bergwatch(reason-on-exception)": [
    ["lib/bare.ts", "// oxlint-disable-next-line no-console\nconsole.log(1);"],
    ["lib/ignored.ts", "// @ts-expect-error\nexport const a: string = 1;"],
  ],
  "unicorn(no-abusive-eslint-disable)": [["lib/blanket.ts", "/* oxlint-disable */\nconsole.log(1);"]],
  "eslint(max-lines)": [["lib/long.ts", "export {};\n".repeat(301)]],
  "eslint(max-lines-per-function)": [["lib/long-function.ts", `export function a() {\n${"void 0;\n".repeat(70)}}`]],
  "import(no-default-export)": [["lib/default.ts", "export default 1;"]],
  "typescript(no-explicit-any)": [["lib/any.ts", "export const a: any = 1;"]],
  "typescript(no-non-null-assertion)": [["lib/bang.ts", "export const a = (b?: string) => b!.length;"]],
};

const CLEAN: [file: string, text: string][] = [
  ["lib/env.ts", "export const a = process.env;"],
  ["app/view.client.tsx", '"use client"; export const a = 1;'],
  ["app/tables/error.tsx", '"use client"; export default function Face() { return null; }'],
  ["app/tables/page.tsx", "export default function Page() { return null; }"],
  ["lib/reasoned.ts", "// oxlint-disable-next-line no-console -- the one place that prints\nconsole.log(1);"],
];

let root = "";
let caught: { rule: string; file: string }[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "bergwatch-lint-"));
  for (const [file, text] of [...CLEAN, ...Object.values(PLANTED).flat()]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const oxlint = join(PROJECT, "node_modules/oxlint/bin/oxlint");
  const run = spawnSync(process.execPath, [oxlint, "-c", join(PROJECT, ".config/oxlint.json"), "-f", "json"], {
    cwd: root,
    encoding: "utf8",
  });
  const { diagnostics } = Report.parse(JSON.parse(run.stdout));
  caught = diagnostics.map(({ code, filename }) => ({ rule: code, file: filename }));
});
afterAll(() => rmSync(root, { recursive: true }));

test.each(Object.entries(PLANTED).flatMap(([rule, files]) => files.map(([file]) => ({ rule, file }))))(
  "$rule bites in $file",
  ({ rule, file }) => {
    expect(caught.filter((one) => one.file === file).map((one) => one.rule)).toContain(rule);
  },
);

test.each(CLEAN.map(([file]) => file))("nothing bites in %s", (file) => {
  expect(caught.filter((one) => one.file === file)).toEqual([]);
});
