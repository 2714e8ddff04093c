import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { Time } from "./time.client.tsx";
import classes from "./on-it.module.css";

/** One line per accepted level: until when and by whom, and why if `withReason`. */
export function AcceptedLines({ accepted, withReason = false }: { accepted: readonly AcceptedLevel[]; withReason?: boolean }) {
  if (accepted.length === 0) return null;
  return (
    <span className={classes["lines"]}>
      {accepted.map(({ what, by, why, until }) => (
        <span key={what} title={withReason ? undefined : why}>
          Accepted until <Time at={until} /> by <bdi>{by}</bdi> ({what})
          {withReason && (
            <>
              : <bdi>{why}</bdi>
            </>
          )}
        </span>
      ))}
    </span>
  );
}
