import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseName } from "#lib/names.ts";
import { LookSwatch, lookTile, TILE } from "./look-swatch.tsx";

/** The look of a cause as a square; its label stands beside it, always. */
export function CauseSwatch({ cause }: { cause: CauseName }) {
  return <LookSwatch look={causeWords(cause).look} />;
}

/** Patterns of some causes within one drawing, to be filled with by `causeFill` of the same prefix. */
export function CausePatterns({ prefix, causes }: { prefix: string; causes: readonly CauseName[] }) {
  return (
    <defs>
      {causes.map((cause) => (
        <pattern key={cause} id={`${prefix}-${cause}`} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
          {lookTile(causeWords(cause).look)}
        </pattern>
      ))}
    </defs>
  );
}

/** The fill of a cause in a drawing that holds its pattern. */
export function causeFill(prefix: string, cause: CauseName): string {
  return `url(#${prefix}-${cause})`;
}
