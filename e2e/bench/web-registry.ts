import type { RunWebCase } from "#e2e/bench/web-case.ts";

export interface WebCase {
  title: string;
  load: () => Promise<RunWebCase>;
}

/** By the name for `--only` and JSON. All look at one fleet, see `--fleet`. */
export const WEB_CASES: Readonly<Record<string, WebCase>> = {
  "web-pages": {
    title: "pages for 20 people with 5 s of thought",
    load: async () => (await import("#e2e/bench/cases/web-pages.ts")).webPages,
  },
  "web-script": {
    title: "script that a page loads, compressed",
    load: async () => (await import("#e2e/bench/cases/web-script.ts")).webScript,
  },
  "web-lighthouse": {
    title: "Lighthouse on a desktop",
    load: async () => (await import("#e2e/bench/cases/web-lighthouse.ts")).webLighthouse,
  },
};
