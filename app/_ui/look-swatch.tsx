import type { ReactNode } from "react";
import type { CauseLook } from "#lib/contracts/cause-look.ts";

/** Of a tile, in pixels. */
export const TILE = 12;
const DIAGONALS = "M-1 5 5-1M-1 9 9-1M-1 13 13-1M3 13 13 3M7 13 13 7";

/** The color of a cause, for what draws it itself. */
export function causeColor({ hue }: CauseLook): string {
  return `var(--c-${hue})`;
}

/** One tile of a cause's look, 12 by 12: plain, or with stripes or dots left out of it; hatched is lines alone. */
export function lookTile(look: CauseLook): ReactNode {
  const color = causeColor(look);
  if (look.pattern === "hatched") return <path d={DIAGONALS} stroke={color} strokeWidth="1.4" />;
  return (
    <>
      <rect width={TILE} height={TILE} fill={color} />
      {look.pattern === "striped" && <path d={DIAGONALS} stroke="var(--surface)" strokeWidth="1.2" />}
      {look.pattern === "dotted" && (
        <path d="M3 3h0M9 3h0M6 6h0M3 9h0M9 9h0" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />
      )}
    </>
  );
}

/** A look as a square; its label stands beside it, always. Without the causes' words, so that it may go to the browser. */
export function LookSwatch({ look }: { look: CauseLook }) {
  return (
    <svg width={TILE} height={TILE} viewBox={`0 0 ${TILE} ${TILE}`} aria-hidden="true" style={{ flex: "none" }}>
      {lookTile(look)}
      <rect x="0.5" y="0.5" width={TILE - 1} height={TILE - 1} fill="none" stroke={causeColor(look)} />
    </svg>
  );
}
