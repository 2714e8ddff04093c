import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { Time } from "./time.client.tsx";
import classes from "./on-it.module.css";

/** What is accepted, until when and by whom, a line each. Nothing when nothing is. */
export function AcceptedLines({ accepted }: { accepted: readonly AcceptedLevel[] }) {
  if (accepted.length === 0) return null;
  return (
    <span className={classes["lines"]}>
      {accepted.map(({ what, by, why, until }) => (
        <span key={what} title={why}>
          Accepted until <Time at={until} /> by <bdi>{by}</bdi> ({what})
        </span>
      ))}
    </span>
  );
}
