import type { ReactNode } from "react";
import classes from "./fact-list.module.css";

/** What is known of a thing: what it is beside what it is of. */
export function FactList({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, value], at) => (
        <div key={`${label} ${at}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
