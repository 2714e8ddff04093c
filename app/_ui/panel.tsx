import type { ReactNode } from "react";
import classes from "./panel.module.css";

/** A titled piece of a page; `aside` stands at the right of the title. Without a title it needs a `label`. */
export function Panel(
  props: ({ title: string; label?: never } | { title?: never; label: string }) & { aside?: ReactNode; children: ReactNode },
) {
  const { title, label, aside, children } = props;
  return (
    <section className={classes["panel"]} aria-label={title ?? label}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {aside !== undefined && <span className={classes["aside"]}>{aside}</span>}
        </header>
      )}
      {children}
    </section>
  );
}

/** What stands in a panel with the panel's padding. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={classes["body"]}>{children}</div>;
}
