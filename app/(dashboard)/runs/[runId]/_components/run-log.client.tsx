"use client";

import { Button, CopyButton } from "@mantine/core";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { RunLogLine } from "#lib/contracts/run-view.ts";
import { formatDuration } from "#lib/units.ts";
import { logText } from "../../_components/run-words.ts";
import classes from "./run-log.module.css";

/** What a run said, oldest first, each with its time since the run began. */
export function RunLog({ lines, startedAt, isUnderWay }: { lines: readonly RunLogLine[]; startedAt: string | null; isUnderWay: boolean }) {
  return (
    <Panel title="Log" aside={lines.length > 0 && <CopyLog lines={lines} />}>
      {lines.length === 0 ? (
        <PanelBody>
          <p className={classes["none"]}>{isUnderWay ? "No log lines yet." : "No log lines. Lines are kept for 30 days after a run."}</p>
        </PanelBody>
      ) : (
        // It scrolls, so the keyboard must reach it.
        <div className={classes["scroll"]} role="log" aria-label="Log lines" tabIndex={0}>
          <ol className={classes["lines"]}>
            {lines.map(({ line, at, level, message }) => (
              <li key={line} className={classes[level]}>
                <span className={classes["at"]}>
                  <Time at={at} as="clock" /> {startedAt !== null && <small>{offset(at, startedAt)}</small>}
                </span>
                <span className={classes["level"]}>{level}</span>
                <span className={classes["message"]}>{message}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Panel>
  );
}

function CopyLog({ lines }: { lines: readonly RunLogLine[] }) {
  return (
    <CopyButton value={logText(lines)} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant="subtle" size="compact-sm" className={classes["copy"]} onClick={copy}>
          {copied ? "Copied" : "Copy log"}
        </Button>
      )}
    </CopyButton>
  );
}

/** A line of an attempt before stands before the start of this one. */
function offset(at: string, startedAt: string): string {
  const ms = Date.parse(at) - Date.parse(startedAt);
  return ms < 0 ? "earlier" : `+${formatDuration(ms)}`;
}
