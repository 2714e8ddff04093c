import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink } from "#lib/contracts/links.ts";
import type { SinceFinding, Transition } from "#lib/contracts/since.ts";
import { sayTransition, type SincePart } from "#lib/judging/say-since.ts";
import { formatCount, shortId } from "#lib/units.ts";
import { FindSince } from "./find-since.client.tsx";
import type { SinceView } from "./read-since.ts";
import classes from "./since.module.css";

/** Since when a number of a table, or one key, is bad: the commit as surely as it is known, all other turns, and a way to find more. */
export function SincePanel({ view, title = "Since when" }: { view: SinceView; title?: string }) {
  return (
    <Panel title={title}>
      <PanelBody>
        <SinceWords view={view} />
        <SinceMore view={view} />
      </PanelBody>
    </Panel>
  );
}

/** The last turn to bad as a sentence; that it was never, or that nobody knows. */
function SinceWords({ view }: { view: SinceView }) {
  const { finding } = view;
  if (finding === null) {
    // Only of a key whose values are masked nobody may ask.
    const hidden = view.ask === null && view.request === null;
    return (
      <p className={classes["words"]}>
        Unknown: older snapshots were not searched for it.
        {hidden && (
          <>
            {" "}
            Its values are masked, so this page cannot search for it. The command <code>bisect</code> accepts them.
          </>
        )}
      </p>
    );
  }
  if (finding.last === null)
    return (
      <p className={classes["words"]}>
        {finding.known === 1
          ? "It was not the case in the one snapshot that was read."
          : `It was not the case in any of the ${formatCount(finding.known)} snapshots that were read.`}
      </p>
    );
  const again = finding.head.bad ? null : (finding.transitions.findLast(({ to }) => to === "good") ?? null);
  const canRead = !finding.isComplete;
  return (
    <>
      <p className={classes["words"]}>
        <Parts view={view} parts={sayTransition(finding.last, { canRead })} />
      </p>
      {again !== null && (
        <p className={classes["words"]}>
          <Parts view={view} parts={sayTransition(again, { canRead })} />
        </p>
      )}
    </>
  );
}

/** All turns that are known where there are several, what bounds them, and the way to find more: for below words that stand already. */
export function SinceMore({ view }: { view: SinceView }) {
  const { finding, request, ask } = view;
  return (
    <>
      {finding !== null && finding.transitions.length > 1 && <Turns view={view} finding={finding} />}
      {finding !== null && finding.notes.length > 0 && (
        <ul className={classes["notes"]}>
          {finding.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {(ask !== null || request !== null) && (
        <FindSince ask={ask} request={request} label={finding?.last == null ? "Find since when" : "Find the commit"} />
      )}
    </>
  );
}

function Turns({ view, finding }: { view: SinceView; finding: SinceFinding }) {
  return (
    <details className={classes["turns"]}>
      <summary>All {finding.transitions.length} turns that are known</summary>
      <ol>
        {finding.transitions.toReversed().map((turn) => (
          <li key={turn.at.snapshotId}>
            <Turn view={view} turn={turn} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Turn({ view, turn: { to, at, value, unreadBetween } }: { view: SinceView; turn: Transition }) {
  return (
    <>
      <b>{to}</b> <Time at={at.committedAt} />
      {unreadBetween > 0 && " or earlier"}, <Snapshot view={view} id={at.snapshotId} short />:{" "}
      {value.toLocaleString("en-US", { maximumFractionDigits: 3 })}
    </>
  );
}

function Parts({ view, parts }: { view: SinceView; parts: readonly SincePart[] }) {
  return parts.map((part, at) => {
    if (typeof part === "string") return <span key={at}>{part}</span>;
    if ("at" in part) return <Time key={at} at={part.at} />;
    return <Snapshot key={at} view={view} id={part.snapshotId} />;
  });
}

function Snapshot({ view: { tableId, keyName }, id, short = false }: { view: SinceView; id: string; short?: boolean }) {
  return (
    <Link href={tableLink(tableId, { key: keyName, snapshot: id })}>
      <code title={id}>{short ? shortId(id) : id}</code>
    </Link>
  );
}
