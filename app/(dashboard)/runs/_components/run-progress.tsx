import type { RunView } from "#lib/contracts/run-view.ts";
import { formatBytes } from "#lib/units.ts";

/** Where a run is: its phase, and how much it reads once that is known. */
export function RunProgress({ progress: { phase, detail, bytesPlanned } }: { progress: NonNullable<RunView["progress"]> }) {
  return (
    <span>
      {phase}
      {detail !== "" && `: ${detail}`}
      {bytesPlanned !== undefined && `, ${formatBytes(bytesPlanned)} to read`}
    </span>
  );
}
