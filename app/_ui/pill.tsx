import type { ReactNode } from "react";
import classes from "./pill.module.css";

/** A word with a frame: `state` colors it for what somebody should look at, `plain` does not. */
export function Pill({
  tone = "plain",
  title,
  children,
}: {
  tone?: "plain" | "alert" | "warning" | "unknown" | "accepted";
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`${classes["pill"]} ${classes[tone]}`} title={title}>
      {children}
    </span>
  );
}
