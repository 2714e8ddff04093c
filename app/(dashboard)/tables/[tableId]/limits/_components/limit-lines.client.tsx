"use client";

import { Button, CopyButton } from "@mantine/core";
import classes from "./preview.module.css";

/** The lines that set what is tried, to be pasted into the configuration file; null: these are the defaults. */
export function LimitLines({ lines }: { lines: string | null }) {
  if (lines === null)
    return (
      <p className={`${classes["hint"]} ${classes["unwritten"]}`}>
        These are the defaults. To use them, leave the metric out of the table’s limits in bergwatch.yaml.
      </p>
    );
  return (
    <section className={classes["lines"]} aria-label="Lines for bergwatch.yaml">
      <header>
        <h3>Paste into bergwatch.yaml, at this table</h3>
        <CopyButton value={lines} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-md" onClick={copy}>
              {copied ? "Copied" : "Copy the lines"}
            </Button>
          )}
        </CopyButton>
      </header>
      {/* A block that scrolls sideways must be reached by keys. */}
      <pre tabIndex={0}>{lines}</pre>
    </section>
  );
}
