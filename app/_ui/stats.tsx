import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./stats.module.css";

export interface Stat {
  label: string;
  /** The page that says what the number means. */
  href?: string;
  /** As it is shown; null: not known, and `note` says why. */
  value: ReactNode;
  /** Beside the number: its change, its limit, what it is of. */
  note?: ReactNode;
  tone?: "plain" | "alert" | "warning" | "accepted" | "doubt";
}

/** Up to six numbers in a row, each with what it means beside it. */
export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={classes["stats"]}>
      {stats.map(({ label, href, value, note, tone = "plain" }) => (
        <div key={label} className={classes[tone]}>
          <dt>
            {href === undefined ? (
              label
            ) : (
              <Link href={href} prefetch={false}>
                {label}
              </Link>
            )}
          </dt>
          <dd>
            <span className={classes["value"]}>{value ?? "–"}</span> {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
