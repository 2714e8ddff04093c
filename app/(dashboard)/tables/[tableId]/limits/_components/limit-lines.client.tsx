"use client";

import { Button, CopyButton } from "@mantine/core";
import classes from "./preview.module.css";

/** The lines that would set what is tried, to be copied into the configuration file. `inFile`: the table stands there already. */
export function LimitLines({ lines, inFile }: { lines: string | null; inFile: boolean }) {
  if (lines === null)
    return (
      <p className={`${classes["hint"]} ${classes["unwritten"]}`}>Nothing needs to be written: this is what the check does by itself.</p>
    );
  return (
    <section className={classes["lines"]} aria-label="Lines for bergwatch.yaml">
      <header>
        <h3>{inFile ? "For bergwatch.yaml, at this table" : "How a table in bergwatch.yaml would say it"}</h3>
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
