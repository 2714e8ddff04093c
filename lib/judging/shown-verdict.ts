import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { Verdict, VerdictState } from "#lib/contracts/verdict.ts";
import { currentVerdict, type KeyNow } from "#lib/judging/current-verdict.ts";
import type { CheckId } from "#lib/names.ts";

const NOT_JUDGED: Omit<Verdict, "state" | "sentence"> = {
  severity: null,
  metric: null,
  value: null,
  limit: null,
  expected: null,
  since: null,
  findings: [],
  accepted: [],
  judgedAfterwards: false,
};

/** The stored verdict of a key with what is known now laid over its state and sentence: what every page and command shows. Pure. */
export function showVerdict(key: KeyNow): Verdict {
  return { ...NOT_JUDGED, ...key.verdict, ...currentVerdict(key) };
}

/** The sentence split where the date belongs: it is that of the first finding. `lead` has no full stop when `rest` or a date follows. Pure. */
export function splitSentence({ sentence, findings }: Pick<Verdict, "sentence" | "findings">): { lead: string; rest: string } {
  const [first, second] = findings;
  if (first === undefined) return { lead: withoutStop(sentence), rest: "" };
  return { lead: withoutStop(first.sentence), rest: second?.sentence ?? "" };
}

/** The part of a verdict that one check found. Its state is unknown where the whole is and the check found nothing. Pure. */
export function verdictOfCheck(
  { state, findings, accepted }: Pick<Verdict, "state" | "findings" | "accepted">,
  check: CheckId,
): Pick<Verdict, "state" | "findings" | "accepted"> {
  const found = findings.filter((finding) => finding.check === check);
  const metrics = new Set(CHECKS.filter(({ id }) => id === check).flatMap((one) => listMetrics(one).map(({ name }) => name)));
  const levels = accepted.filter(({ metric }) => metrics.has(metric));
  const [worst] = found;
  const ofCheck: VerdictState =
    worst !== undefined
      ? worst.severity === "alert"
        ? "alert"
        : "warning"
      : levels.length > 0
        ? "accepted"
        : state === "unknown"
          ? "unknown"
          : "ok";
  return { state: ofCheck, findings: found, accepted: levels };
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.]$/, "");
}
