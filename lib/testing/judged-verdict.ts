import type { IncidentSince } from "#lib/contracts/since.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { judgeTable } from "#lib/judging/judge-table.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";

/** The verdict on numbers of a key without a past, as a run stores it; `since`: of each of its findings. */
export function judgedVerdict(observed: Partial<ObservedKey>, since: IncidentSince | null = null): Verdict {
  const key: ObservedKey = {
    key: { id: "key 1", name: "id" },
    observedAt: new Date("2026-03-01T10:00:00Z"),
    promise: "unique",
    trust: { level: "exact", direction: null, reasons: [] },
    values: {},
    limits: {},
    accepted: {},
    past: [],
    ...observed,
  };
  const [verdict] = judgeTable({ keys: [key] }).verdicts;
  if (verdict === undefined) throw new Error("the key was not judged");
  const findings = verdict.findings.map((finding) => ({ ...finding, since }));
  return { ...verdict, findings, since: findings.length === 0 ? null : since, judgedAfterwards: false };
}
