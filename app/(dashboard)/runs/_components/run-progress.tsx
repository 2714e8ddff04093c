import type { RunRow } from "#db/queries/runs.ts";
import { formatBytes } from "#lib/units.ts";
import classes from "./run-progress.module.css";

/** Where a run is: its phase, and a bar where the bytes to read are known. */
export function RunProgress({ progress: { phase, detail, bytesDone, bytesTotal } }: { progress: NonNullable<RunRow["progress"]> }) {
  const share = bytesDone !== undefined && bytesTotal !== undefined && bytesTotal > 0 ? Math.min(1, bytesDone / bytesTotal) : null;
  return (
    <span className={classes["progress"]}>
      <span>
        {phase}
        {detail !== "" && `: ${detail}`}
      </span>
      {share !== null && (
        <progress className={classes["bar"]} value={share} max={1} aria-label="Bytes read">
          {formatBytes(bytesDone ?? 0)} of {formatBytes(bytesTotal ?? 0)}
        </progress>
      )}
    </span>
  );
}
