import Link from "next/link";
import { Fragment } from "react";
import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import { Panel } from "#app/_ui/panel.tsx";
import { OnItLines } from "#app/_ui/on-it.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentLink, incidentsLink } from "#lib/contracts/links.ts";
import type { AgendaItem, ReviewEntry, ReviewView } from "#lib/contracts/review.ts";
import { agendaLink, agendaName, isSettled } from "#lib/contracts/agenda-item.ts";
import { groupByOwner } from "#lib/review/agenda.ts";
import { decidedOf } from "#lib/review/minutes.ts";
import { AGENDA_WORDS, sayProposal } from "#lib/review/review-words.ts";
import { formatCount } from "#lib/units.ts";
import { sayAuthor } from "../_review/say-entries.ts";
import { AddEntry } from "./add-entry.client.tsx";
import classes from "./agenda.module.css";

const FLAT_MAX = 12;

/** What to talk about, worst first; a long list by owner. Each item with its decisions, or a proposal. */
export function Agenda({ review, entries }: { review: ReviewView; entries: readonly ReviewEntry[] }) {
  const { items, left } = review.agenda;
  const places = new Map(items.map((item, at) => [item, at + 1]));
  const isLong = left.length > 0 || items.length > FLAT_MAX;
  const groups = isLong ? groupByOwner(items) : [{ owner: null, items }];
  const others = left.filter(({ owner }) => !groups.some((group) => group.owner === owner));
  return (
    <Panel label="Agenda">
      <div className={classes["scroll"]}>
        <table className={classes["agenda"]}>
          <colgroup>
            <col className={classes["c-place"]} />
            <col className={classes["c-state"]} />
            <col />
            <col className={classes["c-incident"]} />
            <col className={classes["c-owner"]} />
            <col className={classes["c-decide"]} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Place</span>
              </th>
              <th scope="col">Agenda</th>
              <th scope="col">What</th>
              <th scope="col">Incident</th>
              <th scope="col">Owner</th>
              <th scope="col">Decision</th>
            </tr>
          </thead>
          {groups.map(({ owner, items: of }) => (
            <tbody key={owner ?? ""}>
              {isLong && (
                <tr className={classes["group"]}>
                  <th scope="rowgroup" colSpan={6}>
                    {owner ?? "No owner"}
                  </th>
                </tr>
              )}
              {of.map((item) => (
                <Row
                  key={`${item.kind} ${agendaName(item)} ${item.incident?.id ?? ""}`}
                  item={item}
                  place={places.get(item) ?? 0}
                  review={review}
                  entries={entries}
                />
              ))}
              {isLong && <Left owner={owner} count={left.find((one) => one.owner === owner)?.count ?? 0} />}
            </tbody>
          ))}
          {others.length > 0 && <Others others={others} />}
        </table>
      </div>
    </Panel>
  );
}

function Others({ others }: { others: ReviewView["agenda"]["left"] }) {
  return (
    <tbody>
      <tr className={classes["left"]}>
        <td colSpan={6}>
          {others.map(({ owner, count }, at) => (
            <Fragment key={owner ?? ""}>
              {at > 0 && " · "}
              <Link href={ownerLink(owner)} prefetch={false}>
                {owner ?? "No owner"}: {formatCount(count)}
              </Link>
            </Fragment>
          ))}
        </td>
      </tr>
    </tbody>
  );
}

function Left({ owner, count }: { owner: string | null; count: number }) {
  if (count === 0) return null;
  return (
    <tr className={classes["left"]}>
      <td colSpan={6}>
        <Link href={ownerLink(owner)}>{formatCount(count)} more</Link>
      </td>
    </tr>
  );
}

function Row({ item, place, review, entries }: { item: AgendaItem; place: number; review: ReviewView; entries: readonly ReviewEntry[] }) {
  const { kind, state, owner, sentence, why, incident, since, orEarlier } = item;
  const name = agendaName(item);
  const decided = decidedOf(item, entries);
  const proposal = sayProposal(item);
  return (
    <tr>
      <td className={classes["place"]}>{place}</td>
      <td className={classes["state"]}>
        <span className={`${classes["word"]} ${classes[state]}`}>
          <StateIcon state={state} />
          {AGENDA_WORDS[kind]}
        </span>
      </td>
      <td className={classes["what"]}>
        <Link href={agendaLink(item)} prefetch={false}>
          <bdi>{name}</bdi>
        </Link>{" "}
        <span>{sentence}</span>
        {since !== null && (
          <>
            {" "}
            <span className={classes["since"]}>
              {isSettled(kind) ? AGENDA_WORDS[kind] : "Since"} <SinceTime since={{ at: since, orEarlier }} />.
            </span>
          </>
        )}
        <small>
          <AcceptedLines accepted={item.accepted} />
          <OnItLines onIt={item.onIt} silence={item.silence} />
        </small>
        {why !== null && <small className={classes["why"]}>{why}</small>}
      </td>
      <td className={classes["incident"]}>
        {incident !== null && (
          <Link href={incidentLink(incident.id)} prefetch={false}>
            INC-{incident.number}
          </Link>
        )}
      </td>
      <td className={classes["owner"]}>{owner ?? <i>no owner</i>}</td>
      <td className={classes["decide"]}>
        {decided.map((entry) => (
          <span key={entry.id}>
            <span className={entry.doneAt === null ? "" : classes["done"]}>{entry.text}</span>
            <small> {sayAuthor(entry, review.timeZone.name)}</small>
          </span>
        ))}
        {decided.length === 0 && proposal === null && <span className={classes["nothing"]}>Nothing to decide</span>}
        {decided.length === 0 && proposal !== null && (
          <span className={classes["proposal"]} title={proposal}>
            {proposal}
          </span>
        )}
        <AddEntry
          label={decided.length === 0 ? (isSettled(kind) ? "Add" : "Decide") : "Add"}
          about={`${AGENDA_WORDS[kind]}, ${name}`}
          kinds={["decision", "action"]}
          incidentId={incident?.id ?? null}
          prefix={incident === null ? `${name}: ` : ""}
          owner={owner}
          quiet
        />
      </td>
    </tr>
  );
}

/** The incidents of an owner, or those without one. */
function ownerLink(owner: string | null): string {
  return incidentsLink(owner === null ? { owner: "~none" } : { owner });
}
