import type { ReactNode } from "react";
import classes from "./notice.module.css";
import { StateIcon } from "./state-icon.tsx";

/** What the reader must know before what stands below. */
export function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <p className={classes["notice"]} role="status">
      <StateIcon state="unknown" />
      <span>
        {title !== undefined && <b>{title} </b>}
        {children}
      </span>
    </p>
  );
}

/** Several of them, one below the other; nothing where there is none. */
export function NoticeList({ children }: { children: ReactNode }) {
  return <div className={classes["notices"]}>{children}</div>;
}
