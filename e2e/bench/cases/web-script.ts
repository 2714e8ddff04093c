import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "#e2e/browser/find-browser.ts";
import type { RunWebCase } from "#e2e/bench/web-case.ts";
import { tableLink } from "#lib/contracts/links.ts";
import { allVariables } from "#lib/env.ts";

const OVERVIEW_BYTES_MAX = 250_000;

/** What the browser gets of scripts, as they come over the wire, until a page is quiet: of the overview in a new browser, and of a table in another. */
export const webScript: RunWebCase = async ({ url, tableIds }) => {
  const browser = await chromium.launch({ executablePath: findBrowser(allVariables()), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const overview = await countScript(await browser.newPage(), `${url}/`);
    const table = await countScript(await browser.newPage(), url + tableLink(tableIds[0] ?? ""));
    return [
      { name: "overview: script", value: overview.script, unit: "bytes", bar: { atMost: OVERVIEW_BYTES_MAX } },
      { name: "overview: page", value: overview.document, unit: "bytes" },
      { name: "table: script", value: table.script, unit: "bytes" },
      { name: "table: page", value: table.document, unit: "bytes" },
    ];
  } finally {
    await browser.close();
  }
};

async function countScript(page: Page, address: string): Promise<{ script: number; document: number }> {
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ type: request.resourceType(), bytes: responseBodySize })));
  });
  const response = await page.goto(address, { waitUntil: "networkidle" });
  if (response?.ok() !== true) throw new Error(`${address} answered with ${response?.status() ?? "nothing"}`);
  const found = await Promise.all(sizes);
  const sum = (type: string): number => found.reduce((bytes, one) => bytes + (one.type === type ? one.bytes : 0), 0);
  const script = sum("script");
  if (script === 0) throw new Error(`${address} loaded no script`);
  return { script, document: sum("document") };
}
