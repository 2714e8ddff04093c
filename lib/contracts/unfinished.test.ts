import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { configJsonSchema } from "#lib/config/json-schema.ts";
import { LimitSettings } from "#lib/config/limit-settings.ts";
import { UNFINISHED } from "#lib/contracts/unfinished.ts";
import { METRICS, METRIC_NAMES } from "#lib/metrics.ts";

const METRICS_UNFINISHED = METRIC_NAMES.filter((name) => METRICS[name].unfinished === true);
const ROOT = join(import.meta.dirname, "../..");

/** Each file that git lists below these, with its text. */
function listTexts(...below: string[]): { file: string; text: string }[] {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z", ...below], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return files
    .split("\0")
    .filter((file) => /\.(tsx?|md|yaml)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));
}

function filesWith(texts: readonly { file: string; text: string }[], pattern: RegExp): string[] {
  return texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

test("nothing unfinished is among the metrics that pages, limits, commands, and documents list", () => {
  expect(METRICS_UNFINISHED.length).toBeGreaterThan(0);
  const listed = CHECKS.flatMap(listMetrics).map(({ name }) => name);
  for (const name of METRICS_UNFINISHED) {
    expect(listed).not.toContain(name);
    expect(JSON.stringify(configJsonSchema())).not.toContain(name);
  }
});

test("no page and no documentation names what is unfinished", () => {
  const pages = listTexts("app");
  const docs = listTexts("docs", "README.md", "public");
  expect(pages.length).toBeGreaterThan(100);
  for (const name of [...METRICS_UNFINISHED, ...UNFINISHED.runReasons]) {
    expect(filesWith([...pages, ...docs], new RegExp(`\\b${name}\\b`))).toEqual([]);
  }
  for (const name of UNFINISHED.facts) expect(filesWith(pages, new RegExp(`\\.${name}\\b`))).toEqual([]);
});

test("a configuration that sets a limit for an unfinished metric stays valid", () => {
  for (const name of METRICS_UNFINISHED) expect(LimitSettings.safeParse({ [name]: { warn: 5 } }).success).toBe(true);
});
