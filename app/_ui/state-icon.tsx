import type { ReactNode } from "react";
import type { VerdictState } from "#lib/contracts/verdict.ts";

const STROKE = { fill: "none", strokeWidth: 1.6, strokeLinecap: "round", strokeLinejoin: "round" } as const;

const SHAPES: Record<VerdictState, ReactNode> = {
  alert: (
    <>
      <path d="M5.1 1.2h5.8l3.9 3.9v5.8l-3.9 3.9H5.1l-3.9-3.9V5.1z" fill="var(--alert-fill)" />
      <path d="M8 4.2v4.4M8 11.4v.4" {...STROKE} stroke="var(--on-accent)" strokeWidth={1.8} />
    </>
  ),
  warning: <path d="M8 1.8 15 14H1zM8 6.4v3.2M8 11.7v.2" {...STROKE} stroke="var(--warning-fill)" />,
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.4" {...STROKE} stroke="var(--unknown-fill)" strokeDasharray="2.5 2.3" />
      <path d="M6.3 6.4a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1M8 11.2v.2" {...STROKE} stroke="var(--unknown)" strokeWidth={1.4} />
    </>
  ),
  accepted: (
    <>
      <circle cx="8" cy="8" r="6.4" {...STROKE} stroke="var(--accepted-fill)" />
      <path d="M5 8.2l2.1 2.1L11.2 6" {...STROKE} stroke="var(--accepted)" />
    </>
  ),
  ok: <path d="M3.2 8.4l3.1 3.1 6.5-7" {...STROKE} stroke="var(--ok-fill)" />,
};

/** The shape of a state; the word stands beside it, always. */
export function StateIcon({ state }: { state: VerdictState }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[state]}
    </svg>
  );
}
