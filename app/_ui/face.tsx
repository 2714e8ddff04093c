import type { ReactNode } from "react";
import classes from "./face.module.css";

/** What stands in the place of content: what is so, and the one thing to do next. */
export function Face({ icon, title, children }: { icon?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <section className={classes["face"]}>
      {icon}
      <h2>{title}</h2>
      <div className={classes["words"]}>{children}</div>
    </section>
  );
}
