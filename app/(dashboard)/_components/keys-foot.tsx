import { formatCount } from "#lib/units.ts";
import type { Fleet } from "../_overview/fleet.ts";
import classes from "./keys-foot.module.css";

/** Below the list: the keys that work here, and what the small figures are. */
export function KeysFoot({ fleet: { known, tables } }: { fleet: Fleet }) {
  return (
    <p className={classes["foot"]}>
      <span className={classes["keys"]}>
        <kbd>/</kbd> search
      </span>
      <span className={classes["keys"]}>
        <kbd>↑</kbd> <kbd>↓</kbd> move
      </span>
      <span className={classes["keys"]}>
        <kbd>↵</kbd> open
      </span>
      <span className={classes["keys"]}>
        <kbd>?</kbd> all keys
      </span>
      <span className={classes["note"]}>
        {known === 0
          ? "No facts reach a week back yet, so no change is shown."
          : `Changes: against 7 days before each table's latest observation${known === tables ? "" : `, known for ${formatCount(known)} of ${formatCount(tables)} tables`}.`}
      </span>
    </p>
  );
}
