import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { deliveryLink, incidentLink, runLink, tableLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import { shortId } from "../_incident/incident-sentences.ts";
import type { LineKind, TimelineLine } from "../_incident/timeline.ts";
import { CommentForm } from "./comment-form.client.tsx";
import classes from "./timeline.module.css";

interface TimelineProps {
  incidentId: string;
  /** null: it is about no table. */
  tableId: string | null;
  /** Of the kind that is shown, newest first. */
  lines: readonly TimelineLine[];
  counts: Record<LineKind | "all", number>;
  show: LineKind | null;
  /** A bot of Slack opened a thread for it. */
  toldInThread: boolean;
}

const ICONS: Record<LineKind, string> = {
  run: "M4.5 2.8v10.4L13 8z",
  comment: "M2.5 3h11v8h-6l-3 2.6V11h-2z",
  change: "m6 3.5 4.5 4.5L6 12.5",
  delivery: "M2 3.5h12v9H2zM2 4l6 5 6-5",
};

const NONE: Record<LineKind, string> = {
  run: "No run has ended since.",
  comment: "No comments yet.",
  delivery: "No notifications yet.",
  change: "No activity yet.",
};

/** All that happened, newest first, with a place to write. */
export function Timeline({ incidentId, tableId, lines, counts, show, toldInThread }: TimelineProps) {
  const kinds: [kind: LineKind | null, word: string, count: number][] = [
    [null, "All", counts.all],
    ["comment", "Comments", counts.comment],
    ["run", "Runs", counts.run],
    ["delivery", "Deliveries", counts.delivery],
  ];
  return (
    <Panel
      title="Activity"
      aside={
        <nav className={classes["kinds"]} aria-label="Show">
          {kinds.map(([kind, word, count]) => (
            <Link
              key={word}
              href={`${incidentLink(incidentId)}${kind === null ? "" : `?show=${kind}`}`}
              aria-current={kind === show ? "true" : undefined}
              scroll={false}
              replace
              prefetch={false}
            >
              {word} {formatCount(count)}
            </Link>
          ))}
        </nav>
      }
    >
      <PanelBody>
        <CommentForm incidentId={incidentId} toldInThread={toldInThread} />
        <ol className={classes["lines"]}>
          {lines.map((line) => (
            <Line key={line.id} line={line} tableId={tableId} />
          ))}
        </ol>
        {lines.length === 0 && <p className={classes["none"]}>{NONE[show ?? "run"]}</p>}
      </PanelBody>
    </Panel>
  );
}

function Line({ line, tableId }: { line: TimelineLine; tableId: string | null }) {
  const { at, kind, title, text, until, runId, deliveryId, snapshotId } = line;
  const href = runId !== null ? runLink(runId) : deliveryId !== null ? deliveryLink(deliveryId) : null;
  return (
    <li>
      <Time at={at} />
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={ICONS[kind]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      <b>{href === null ? title : <Link href={href}>{title}</Link>}</b>
      <span className={classes["text"]}>
        {text}
        {until !== null && (
          <>
            {" "}
            <Time at={until} />
          </>
        )}
        {snapshotId !== null && tableId !== null && (
          <small>
            {" "}
            snapshot{" "}
            <Link href={tableLink(tableId, { snapshot: snapshotId })} prefetch={false} title={snapshotId}>
              {shortId(snapshotId)}
            </Link>
          </small>
        )}
      </span>
    </li>
  );
}
