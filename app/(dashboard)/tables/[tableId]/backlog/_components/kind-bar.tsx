import type { DeleteTotals } from "#lib/iceberg/contract-backlog.ts";
import { DELETE_KINDS, type DeleteKind } from "#lib/names.ts";
import classes from "./kind-bar.module.css";

/** Delete rows by kind as one bar on a scale that several bars share; the numbers stand beside it, so it is silent. */
export function KindBar({ deletes, rowsMax }: { deletes: DeleteTotals; rowsMax: number }) {
  return (
    <span className={classes["bar"]} aria-hidden="true">
      {DELETE_KINDS.map((kind) => {
        const rows = deletes[kind]?.rows ?? 0;
        return rows > 0 && <span key={kind} className={classes[kind]} style={{ width: `${(rows / Math.max(1, rowsMax)) * 100}%` }} />;
      })}
    </span>
  );
}

/** The color of a kind, beside its name. */
export function KindSwatch({ kind }: { kind: DeleteKind }) {
  return <span className={`${classes["swatch"]} ${classes[kind]}`} aria-hidden="true" />;
}
