import Link from "next/link";
import { Fragment } from "react";
import { Panel } from "#app/_ui/panel.tsx";
import { OnItLines } from "#app/_ui/on-it.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentLink, incidentsLink } from "#lib/contracts/links.ts";
import type { AgendaItem, ReviewEntry, ReviewView } from "#lib/contracts/review.ts";
import { agendaLink, agendaName } from "#lib/contracts/agenda-item.ts";
import { groupByOwner } from "#lib/review/agenda.ts";
import { decidedOf } from "#lib/review/minutes.ts";
import { AGENDA_WORDS } from "#lib/review/review-words.ts";
import { formatCount } from "#lib/units.ts";
import { AddEntry } from "./add-entry.client.tsx";
import classes from "./agenda.module.css";

const FLAT_MAX = 12;

/** What to talk about, in order of harm; a long one by owner. Each with what was decided, or is to be. */
export function Agenda({ agenda, entries }: { agenda: ReviewView["agenda"]; entries: readonly ReviewEntry[] }) {
  const { items, left } = agenda;
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
              <th scope="col">To decide</th>
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
        and <Link href={ownerLink(owner)}>{formatCount(count)} more</Link>
      </td>
    </tr>
  );
}

function Row({ item, place, entries }: { item: AgendaItem; place: number; entries: readonly ReviewEntry[] }) {
  const { kind, state, owner, sentence, why, incident, since, orEarlier } = item;
  const name = agendaName(item);
  const decided = decidedOf(item, entries);
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
        {since !== null && kind !== "resolved" && (
          <>
            {" "}
            Since <SinceTime since={{ at: since, orEarlier }} />.
          </>
        )}
        <small>
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
        {decided.map(({ id, text, doneAt }) => (
          <span key={id} className={doneAt === null ? "" : classes["done"]}>
            {text}
          </span>
        ))}
        {decided.length === 0 && kind === "resolved" && <span className={classes["nothing"]}>Nothing to decide</span>}
        <AddEntry
          label={decided.length === 0 ? (kind === "resolved" ? "Write" : "Decide") : "Add"}
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

/** Incidents of an owner; of all who have none where there is no name to ask for. */
function ownerLink(owner: string | null): string {
  return incidentsLink(owner === null ? { owner: "~none" } : { owner });
}
