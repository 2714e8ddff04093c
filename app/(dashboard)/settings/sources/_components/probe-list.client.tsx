"use client";

import { Loader } from "@mantine/core";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { CatalogTest, ProbeStep, RegistryTest } from "#lib/contracts/browse-documents.ts";
import { formatDuration } from "#lib/units.ts";
import type { Asking } from "../../../_asking/use-asking.client.ts";
import { findingOf } from "../../../_asking/use-asking.client.ts";
import classes from "./probe-list.module.css";

type Probe = (CatalogTest | RegistryTest)["probes"][number];

const STEPS: Readonly<Record<ProbeStep, string>> = {
  address: "Address",
  proof: "Authentication",
  configuration: "Configuration",
  namespaces: "Namespaces",
  table: "A table",
  files: "Its files",
  subjects: "Subjects",
  product: "Product",
  schema: "A key’s schema",
};
const ICONS = { passed: "ok", failed: "alert", skipped: "unknown" } as const;
const WORDS = { passed: "passed", failed: "failed", skipped: "not tried" } as const;

/** What was tried of a source so far, in its order; what comes next stands behind it while it is tried. */
export function ProbeList({ asking: { request, isWaiting, fault } }: { asking: Asking }) {
  // What could not be tested is not answered by the test before it.
  if (fault !== null) return null;
  const probes = probesOf(request) ?? [];
  if (probes.length === 0) return null;
  return (
    <ol className={classes["probes"]} aria-label="What was tried" aria-live="polite">
      {probes.map(({ step, outcome, sentence, milliseconds }) => (
        <li key={step}>
          <StateIcon state={ICONS[outcome]} />
          <span className={classes["words"]}>
            <b>{STEPS[step]}</b>{" "}
            <small>
              {WORDS[outcome]}
              {outcome !== "skipped" && `, ${formatDuration(milliseconds)}`}
            </small>
            <span>{sentence}</span>
          </span>
        </li>
      ))}
      {isWaiting && (
        <li>
          <Loader size={14} aria-hidden />
          <span className={classes["words"]}>Trying on…</span>
        </li>
      )}
    </ol>
  );
}

function probesOf(request: Asking["request"]): readonly Probe[] | null {
  return (findingOf(request, "test") ?? findingOf(request, "test_registry"))?.test.probes ?? null;
}

interface TestSentenceProps {
  asking: Asking;
  /** What is filled in was changed since. */
  isOfOther: boolean;
}

/** What a test came to; nothing while it has not come to anything. */
export function TestSentence({ asking, isOfOther }: TestSentenceProps) {
  const said = sayTest(asking);
  if (said === null) return null;
  return (
    <p className={classes["sentence"]}>
      {said}
      {isOfOther && " That was tested with earlier values; test it again."}
    </p>
  );
}

function sayTest({ request, fault }: Asking): string | null {
  if (fault !== null) return null;
  const probes = probesOf(request);
  if (probes === null || request?.state !== "succeeded") return null;
  const failed = probes.find(({ outcome }) => outcome === "failed");
  if (failed !== undefined) return `It failed at: ${STEPS[failed.step].toLowerCase()}.`;
  const skipped = probes.filter(({ outcome }) => outcome === "skipped");
  return skipped.length === 0
    ? "Everything passed."
    : `Tested steps passed; not tested: ${skipped.map(({ step }) => STEPS[step].toLowerCase()).join(", ")}.`;
}
