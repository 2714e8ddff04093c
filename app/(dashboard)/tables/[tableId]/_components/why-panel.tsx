import Link from "next/link";
import type { ReactNode } from "react";
import { CauseSwatch } from "#app/_ui/cause-swatch.tsx";
import { causeColor } from "#app/_ui/look-swatch.tsx";
import { ShareBar } from "#app/_ui/share-bar.tsx";
import { Panel } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { CausesBefore } from "#db/queries/cause-facts.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { firstStepsFor, type FirstSteps } from "#lib/causes/first-steps.ts";
import { tableVerdict, type TableVerdict } from "#lib/causes/table-verdict.ts";
import { keysLink, tableLink } from "#lib/contracts/links.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { KeyPromise } from "#lib/names.ts";
import { boundSign, formatCount, shortId } from "#lib/units.ts";
import { groupDecimal } from "#lib/decimal-text.ts";
import { viewShares, type ShareView } from "#lib/causes/shares-view.ts";
import { FirstStep } from "../_why/first-step.tsx";
import type { WhyStanding } from "../_why/standing.ts";
import { UndecidedList } from "../_why/undecided-list.tsx";
import { findDoubt } from "#lib/causes/say-doubt.ts";
import { viewUndecided } from "#lib/causes/undecided-words.ts";
import classes from "../_why/why.module.css";
import type { TablePage } from "./read-table-page.ts";

const SHOWN_MAX = 6;

/** Why the keys of the shown snapshot are duplicated, what to do first, and what could not be decided; nothing where none is. */
export function WhyPanel({ page }: { page: TablePage }) {
  const { why, table, key, asked, facts } = page;
  if (why.is === "nothing" || why.is === "not counted" || facts === null) return null;
  const view = { key: key.name, ...(asked?.shown === true && { snapshot: asked.snapshotId }) };
  const keys = facts.values.duplicated_keys;
  const aside =
    keys === null ? undefined : (
      <Link href={keysLink(table.id, view)}>
        {boundSign(facts.trust.direction)}
        {formatCount(keys)} {keys === 1 ? "key" : "keys"}
      </Link>
    );
  return (
    <Panel title="Why" aside={aside}>
      {why.is === "explained" ? (
        <Explained
          causes={why.causes}
          verdict={tableVerdict(why.causes, table.name)}
          first={firstStepsFor(why.causes, { ...page.writer, keep: key.keep })}
          promise={key.promise}
          isOlder={asked?.shown === true}
          doubt={facts.trust.level === "untrusted"}
          before={page.causesBefore && <Before before={page.causesBefore} tableId={table.id} keyName={key.name} />}
          link={(cause) => keysLink(table.id, { ...view, cause })}
        />
      ) : (
        <div className={classes["words"]}>
          <p>{sayNotExplained(why)}</p>
        </div>
      )}
    </Panel>
  );
}

function sayNotExplained(why: Exclude<WhyStanding, { is: "explained" | "nothing" | "not counted" }>): string {
  if (why.is === "not explained") return `Not explained. ${why.reason}`;
  return "Not explained yet: this snapshot was read by a version that did not explain causes. “Run now” reads the newest again and explains it.";
}

interface ExplainedProps {
  causes: CauseFacts;
  verdict: TableVerdict | null;
  first: FirstSteps | null;
  promise: KeyPromise;
  /** Of an older snapshot the head of the page does not say it. */
  isOlder: boolean;
  /** The counts cannot be trusted. */
  doubt: boolean;
  /** What was so before a compaction, where that matters. */
  before: ReactNode;
  link: (cause: ShareView["cause"]) => string;
}

function Explained({ causes, verdict, first, promise, isOlder, doubt, before, link }: ExplainedProps) {
  const shares = viewShares(causes);
  const shown = shares.length > SHOWN_MAX ? shares.slice(0, SHOWN_MAX - 1) : shares;
  const left = shares.length - shown.length;
  const column = causes.measure?.value?.column ?? null;
  return (
    <>
      <ul className={classes["shares"]}>
        {shown.map((share) => (
          <li key={share.cause}>
            <Share
              share={share}
              probable={findDoubt(share.cause, causes)?.keys ?? 0}
              column={promise === "unique" ? column : null}
              doubt={doubt}
              href={link(share.cause)}
            />
          </li>
        ))}
      </ul>
      <div className={classes["words"]}>
        {left > 0 && (
          <p>
            {left === 1 ? "One more cause" : `${left} more causes`}, on the page of keys:{" "}
            {shares
              .slice(shown.length)
              .map(({ cause, keys }) => `${causeWords(cause).label.toLowerCase()} ${formatCount(keys)}`)
              .join(", ")}
            .
          </p>
        )}
        {doubt && <p>The reading cannot be trusted, so neither can these counts.</p>}
        {verdict !== null && first !== null && (
          <Verdict verdict={verdict} first={first} says={[isOlder ? verdict.manager : "", causes.measure === null ? "" : verdict.harm]} />
        )}
        <UndecidedList lines={viewUndecided(causes.undecided)} />
        {before}
        {causes.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </>
  );
}

interface ShareProps {
  share: ShareView;
  /** Keys that have it provisionally. */
  probable: number;
  column: string | null;
  doubt: boolean;
  href: string;
}

function Share({ share, probable, column, doubt, href }: ShareProps) {
  const { cause, keys, surplusRows, measure } = share;
  const notes = [
    ...(probable === 0 ? [] : [probable === keys ? "probable, not certain" : `${formatCount(probable)} of them probable, not certain`]),
    ...(surplusRows === keys ? [] : [`${formatCount(surplusRows)} surplus ${surplusRows === 1 ? "row" : "rows"}`]),
    ...(column === null || measure === null ? [] : [`${groupDecimal(measure)} of ${column} counted twice`]),
  ];
  return (
    <Link href={href} prefetch={false}>
      <span className={classes["line"]}>
        <CauseSwatch cause={cause} />
        <span>{causeWords(cause).label}</span>
        <span className={doubt ? classes["doubt"] : undefined}>{formatCount(keys)}</span>
        <small>{share.share}</small>
      </span>
      <ShareBar part={share.part} color={causeColor(causeWords(cause).look)} />
      {notes.length > 0 && <span className={classes["note"]}>{notes.join(", ")}</span>}
    </Link>
  );
}

/** The causes as the last snapshot before a compaction told them. */
function Before({ before, tableId, keyName }: { before: CausesBefore; tableId: string; keyName: string }) {
  const { compaction, found } = before;
  if (found.causes === null) return null;
  const told = viewShares(found.causes).slice(0, SHOWN_MAX);
  return (
    <p>
      Before the compaction of <Time at={compaction.committedAt.toISOString()} />, keys at snapshot{" "}
      <Link href={tableLink(tableId, { key: keyName, snapshot: found.snapshotId })}>
        <code>{shortId(found.snapshotId)}</code>
      </Link>
      {": "}
      {told.map(({ cause, keys }) => `${causeWords(cause).label.toLowerCase()} ${formatCount(keys)}`).join(", ")}.
    </p>
  );
}

/** What is said first, what the cause of most keys asks for, and then what an engineer wants to know of it. */
function Verdict({ verdict, first, says }: { verdict: TableVerdict; first: FirstSteps; says: readonly string[] }) {
  return (
    <>
      {says.map(
        (sentence) =>
          sentence !== "" && (
            <p key={sentence} className={classes["lead"]}>
              {sentence}
            </p>
          ),
      )}
      <FirstStep first={first} technical={verdict.engineer} />
    </>
  );
}
