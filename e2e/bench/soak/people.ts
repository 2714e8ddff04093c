import { setTimeout as sleep } from "node:timers/promises";
import { randomOf } from "#e2e/helpers/kills.ts";

const PEOPLE = 20;
const THOUGHT_MS = 5000;
/** The server may be busy; longer than that is a fault. */
const ANSWER_MS_MAX = 60_000;
/** Pages that end what is asked for, or only repeat another. */
const LEFT_OUT = /\/file(?:$|\?)|download=/;

export interface Visits {
  pages: number;
  requests: number;
  /** What was answered with an error, or not at all. */
  faults: string[];
}

/**
 * Twenty people go from page to page by the links that they find, and think for about five seconds after each. A page is asked for as a browser does: the whole
 * page, or what the router asks for within the app; half of the people then ask the API for tables, series and search. Returns when `until` (of
 * `performance.now`) has passed.
 */
export async function visitAsPeople(url: string, until: number): Promise<Visits> {
  const visits: Visits = { pages: 0, requests: 0, faults: [] };
  await Promise.all(Array.from({ length: PEOPLE }, (_, person) => visitAsPerson(url, person, until, visits)));
  return visits;
}

async function visitAsPerson(url: string, person: number, until: number, visits: Visits): Promise<void> {
  const random = randomOf(person + 1);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  // They do not come all at once.
  await sleep((person * THOUGHT_MS) / PEOPLE);
  let links = ["/"];
  while (performance.now() < until) {
    const path = (random() < 0.2 ? "/" : pick(links)) ?? "/";
    const page = await ask(url, path, visits, { accept: "text/html" });
    visits.pages++;
    const found = [...page.matchAll(/ href="(\/[^"#]*)"/g)].map(([, link = "/"]) => link.replaceAll("&amp;", "&"));
    links = [...new Set(found)].filter((link) => !link.startsWith("/_next") && !LEFT_OUT.test(link));
    const within = random() < 0.5 ? pick(links) : undefined;
    if (within !== undefined) await ask(url, within, visits, { rsc: "1" });
    if (person % 2 === 0) await askApi(url, path, pick, visits);
    await sleep(THOUGHT_MS * (0.5 + random()));
  }
}

async function askApi(url: string, path: string, pick: <T>(items: readonly T[]) => T | undefined, visits: Visits): Promise<void> {
  const table = /^\/tables\/([0-9a-f-]{36})/.exec(path)?.[1];
  const asked = ["/api/tables", "/api/search?q=shop", "/readyz", "/healthz"];
  await ask(url, table === undefined ? (pick(asked) ?? "/healthz") : `/api/tables/${table}/series?metric=rows&by=commit`, visits, {});
}

/** The text of the answer; empty when there was none. */
async function ask(url: string, path: string, visits: Visits, headers: Record<string, string>): Promise<string> {
  visits.requests++;
  try {
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    const text = await response.text();
    if (response.status >= 400) visits.faults.push(`${path}: ${response.status}`);
    return text;
  } catch (error) {
    visits.faults.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return "";
  }
}
