import type { ReactNode } from "react";
import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseLook } from "#lib/causes/define-cause.ts";
import type { CauseName } from "#lib/names.ts";

const SIZE = 12;
const DIAGONALS = "M-1 5 5-1M-1 9 9-1M-1 13 13-1M3 13 13 3M7 13 13 7";

/** The colour of a cause, for what draws it itself. */
export function causeColor({ hue }: CauseLook): string {
  return `var(--c-${hue})`;
}

/** One tile of a cause's look, 12 by 12: plain, or with stripes or dots left out of it; hatched is lines alone. */
function tile(look: CauseLook): ReactNode {
  const color = causeColor(look);
  if (look.pattern === "hatched") return <path d={DIAGONALS} stroke={color} strokeWidth="1.4" />;
  return (
    <>
      <rect width={SIZE} height={SIZE} fill={color} />
      {look.pattern === "striped" && <path d={DIAGONALS} stroke="var(--surface)" strokeWidth="1.2" />}
      {look.pattern === "dotted" && (
        <path d="M3 3h0M9 3h0M6 6h0M3 9h0M9 9h0" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />
      )}
    </>
  );
}

/** The look of a cause as a square; its label stands beside it, always. */
export function CauseSwatch({ cause }: { cause: CauseName }) {
  const { look } = causeWords(cause);
  return (
    <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true" style={{ flex: "none" }}>
      {tile(look)}
      <rect x="0.5" y="0.5" width={SIZE - 1} height={SIZE - 1} fill="none" stroke={causeColor(look)} />
    </svg>
  );
}

/** Patterns of some causes within one drawing, to be filled with by `causeFill` of the same prefix. */
export function CausePatterns({ prefix, causes }: { prefix: string; causes: readonly CauseName[] }) {
  return (
    <defs>
      {causes.map((cause) => (
        <pattern key={cause} id={`${prefix}-${cause}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
          {tile(causeWords(cause).look)}
        </pattern>
      ))}
    </defs>
  );
}

/** The fill of a cause in a drawing that holds its pattern. */
export function causeFill(prefix: string, cause: CauseName): string {
  return `url(#${prefix}-${cause})`;
}
