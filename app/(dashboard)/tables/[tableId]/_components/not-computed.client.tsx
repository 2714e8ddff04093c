"use client";

import { Tooltip } from "@mantine/core";
import classes from "./not-computed.module.css";

/** Stands where a number would: the reason shows on hover, focus and touch, and is there for a screen reader. */
export function NotComputed({ reason }: { reason: string }) {
  return (
    <Tooltip label={reason} multiline w={280} withArrow events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes["none"]}>
        not computed<span className="visually-hidden">: {reason}</span>
      </button>
    </Tooltip>
  );
}
