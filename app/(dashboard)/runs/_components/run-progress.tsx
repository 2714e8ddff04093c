import type { RunView } from "#lib/contracts/run-view.ts";
import { formatBytes } from "#lib/units.ts";
import classes from "./run-progress.module.css";
import { shareOf } from "./run-words.ts";

/** Where a run is: its phase, and a bar where the bytes to read are known. `wide`: with the bytes in words. */
export function RunProgress({ progress, wide = false }: { progress: NonNullable<RunView["progress"]>; wide?: boolean }) {
  const { phase, detail, bytesDone = 0, bytesTotal = 0 } = progress;
  const share = shareOf(progress);
  const bytes = `${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`;
  return (
    <span className={classes["progress"]}>
      <span>
        {phase}
        {detail !== "" && `: ${detail}`}
      </span>
      {share !== null && (
        <progress className={`${classes["bar"]} ${wide ? classes["wide"] : ""}`} value={share} max={1} aria-label="Bytes read">
          {bytes}
        </progress>
      )}
      {wide && share !== null && <span className={classes["bytes"]}>{bytes} read</span>}
      {wide && share === null && bytesTotal > 0 && <span className={classes["bytes"]}>{formatBytes(bytesTotal)} to read</span>}
    </span>
  );
}
