import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import desktopConfig from "lighthouse/core/config/desktop-config.js";
import { findBrowser } from "#e2e/browser/find-browser.ts";
import { median } from "#e2e/bench/summary.ts";
import type { Figure, RunWebCase } from "#e2e/bench/web-case.ts";
import { freePort } from "#e2e/helpers/service.ts";
import { tableLink } from "#lib/contracts/links.ts";
import { allVariables } from "#lib/env.ts";

const TIMES = 5;
const SCORE_MIN = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
type Category = (typeof CATEGORIES)[number];
type Scores = Record<Category, number>;

/** Lighthouse's scores of the overview and of a table's page, from 0 to 100, medians of five; each by a new browser, as its desktop preset has it. */
export const webLighthouse: RunWebCase = async ({ url, tableIds }) => [
  ...(await score("overview", `${url}/`, { atLeast: SCORE_MIN })),
  ...(await score("table", url + tableLink(tableIds[0] ?? ""))),
];

async function score(name: string, address: string, bar?: { atLeast: number }): Promise<Figure[]> {
  const scores: Scores[] = [];
  for (let time = 0; time < TIMES; time++) scores.push(await scoreOnce(address));
  return CATEGORIES.map((category) => ({
    name: `${name}: ${category.replace("-", " ")}`,
    value: median(scores.map((one) => one[category])),
    unit: "points",
    ...(bar && category === "performance" && { bar }),
  }));
}

async function scoreOnce(address: string): Promise<Scores> {
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu"];
  const browser = await chromium.launch({ executablePath: findBrowser(allVariables()), args });
  try {
    const result = await lighthouse(address, { port, onlyCategories: [...CATEGORIES], logLevel: "error" }, desktopConfig);
    const fault = result?.lhr.runtimeError;
    if (result === undefined || fault !== undefined)
      throw new Error(`Lighthouse could not look at ${address}: ${fault?.message ?? "no result"}`);
    const of = (category: Category): number => Math.round((result.lhr.categories[category]?.score ?? 0) * 100);
    return { performance: of("performance"), accessibility: of("accessibility"), "best-practices": of("best-practices") };
  } finally {
    await browser.close();
  }
}
