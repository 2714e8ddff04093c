import type { ReactNode } from "react";
import classes from "./fact-list.module.css";

/** What is known of a thing: what it is beside what it is of. */
export function FactList({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, value], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two facts may have one label
        <div key={`${label} ${at}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
