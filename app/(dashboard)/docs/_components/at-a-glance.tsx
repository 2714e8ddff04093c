import type { ReactNode } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import classes from "./at-a-glance.module.css";

/** What a page of the docs says in short, beside its text. */
export function AtAGlance({ facts }: { facts: readonly { name: string; says: ReactNode }[] }) {
  return (
    <Panel title="At a glance">
      <PanelBody>
        <dl className={classes["facts"]}>
          {facts.map(({ name, says }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </PanelBody>
    </Panel>
  );
}
