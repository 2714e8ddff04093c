import { spawnSync } from "node:child_process";
import { z } from "zod";

/** The output of `npm audit --json`. */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string(), range: z.string() })])),
    }),
  ),
});
const Refusal = z.object({ statusCode: z.number().optional(), message: z.string() });

export type Advisories =
  | { kind: "clean" }
  /** One sentence a package. */
  | { kind: "found"; findings: string[] }
  /** The registry answers, and gives no advisories. */
  | { kind: "unsupported"; why: string }
  | { kind: "unreachable"; why: string };

/** Asks the registry which locked packages of a folder have an advisory. `registry`: not npm's configured one. */
export function readAdvisories(folder: string, registry?: string): Advisories {
  const asked = registry === undefined ? [] : [`--registry=${registry}`];
  const options = ["audit", "--json", "--package-lock-only", "--fetch-retries=1", "--fetch-timeout=30000", ...asked];
  const { stdout, error } = spawnSync("npm", options, { cwd: folder, encoding: "utf8", timeout: 120_000 });
  if (error !== undefined) return { kind: "unreachable", why: error.message };
  return toAdvisories(stdout);
}

/** Pure. */
export function toAdvisories(stdout: string): Advisories {
  const said = parseJson(stdout);
  const report = Report.safeParse(said);
  if (report.success) {
    const findings = Object.entries(report.data.vulnerabilities).map(([name, { severity, via }]) => {
      const why = via.map((one) => (typeof one === "string" ? `depends on ${one}` : `${one.range}: ${one.title} (${one.url})`));
      return `${name} (${severity}): ${why.join("; ")}`;
    });
    return findings.length === 0 ? { kind: "clean" } : { kind: "found", findings };
  }
  const refusal = Refusal.safeParse(said);
  if (!refusal.success) return { kind: "unreachable", why: "npm audit printed no report" };
  const { statusCode, message } = refusal.data;
  // An overloaded registry may have some a moment later; one that knows no such address has none.
  const hasNone = statusCode === 404 || statusCode === 405 || statusCode === 501;
  return { kind: hasNone ? "unsupported" : "unreachable", why: message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
