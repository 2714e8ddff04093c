import Link from "next/link";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { deliveriesLink, notificationsLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { formatCount } from "#lib/units.ts";
import { EntryFaults, EntryStatePill } from "../../../_entries/entry-state.tsx";
import { RemoveEntry } from "../../../_entries/remove-entry.client.tsx";
import { Origin } from "../../../_entries/say-origin.tsx";
import type { ChannelView } from "../_notifications/channel-view.ts";
import type { NotificationsPage } from "../_notifications/read-notifications.ts";
import { SendOpen } from "./send-open.client.tsx";
import { SendTest } from "./send-test.client.tsx";
import classes from "./channels-panel.module.css";

/** Each channel: its health and fix, where it comes from, where its secrets are, and what can be done with it. */
export function ChannelsPanel({ page: { channels, pending, orphans, refused } }: { page: NotificationsPage }) {
  return (
    <Panel title="Channels">
      <PanelBody>
        <ul className={classes["channels"]}>
          {channels.map((channel) => (
            <Channel key={channel.name} channel={channel} mayChange={refused === null} />
          ))}
          {pending.map((entry) => (
            <Pending key={entry.name} entry={entry} mayChange={refused === null} />
          ))}
        </ul>
        {orphans.map(({ name, waiting }) => (
          <p key={name} className={classes["quiet"]}>
            <Link
              href={deliveriesLink({ channel: name })}
            >{`${formatCount(waiting)} ${waiting === 1 ? "message waits" : "messages wait"}`}</Link>{" "}
            for {name}, which was removed; {waiting === 1 ? "it is" : "they are"} not sent.
          </p>
        ))}
      </PanelBody>
    </Panel>
  );
}

/** One that was added and is not in use. */
function Pending({ entry, mayChange }: { entry: EntryView; mayChange: boolean }) {
  return (
    <li aria-label={entry.name}>
      <div className={classes["head"]}>
        <h3>
          <bdi>{entry.name}</bdi>
        </h3>
        <EntryStatePill entry={entry} />
      </div>
      <EntryFaults entry={entry} />
      <p className={classes["quiet"]}>
        <Origin origin={entry.origin} />
      </p>
      {mayChange && <Changes entry={entry} waiting={0} />}
    </li>
  );
}

/** Edit and Remove, for a channel that was added here. */
function Changes({ entry, waiting }: { entry: EntryView; waiting: number }) {
  if (entry.origin.from !== "settings") return null;
  const messages = waiting === 1 ? "The message that waits for it is" : `The ${formatCount(waiting)} messages that wait for it are`;
  return (
    <div className={classes["actions"]}>
      <ButtonLink href={notificationsLink({ edit: entry.name })}>Edit</ButtonLink>
      <RemoveEntry
        kind="channel"
        name={entry.name}
        version={entry.origin.version}
        says={`${entry.name} receives no more messages.${waiting === 0 ? " No message is waiting." : ` ${messages} not sent.`} A pasted secret is deleted. The delivery log stays.`}
        leadsTo={notificationsLink()}
      />
    </div>
  );
}

function Channel({ channel, mayChange }: { channel: ChannelView; mayChange: boolean }) {
  const { name, kind, state, stateWord, facts, quiet, missed, isUnrouted, entry, waiting } = channel;
  return (
    <li aria-label={name}>
      <div className={classes["head"]}>
        <StatePill state={state}>{stateWord}</StatePill>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <small>{kind}</small>
        {entry !== null && <Pill>{entry.origin.from === "file" ? "file" : "added here"}</Pill>}
        <span className={classes["links"]}>
          <Link href={deliveriesLink({ channel: name })} prefetch={false} aria-label={`Messages to ${name}`}>
            Messages
          </Link>
        </span>
      </div>
      <p>
        <HowItDoes channel={channel} />
      </p>
      {isUnrouted && (
        <p className={classes["fault"]}>
          No route sends incidents here: only tests and the incidents that you send arrive. Add a route to bergwatch.yaml with{" "}
          <code>to: {name}</code>.
        </p>
      )}
      {channel.fault !== null && (
        <p className={classes["fault"]}>
          <b>{channel.fault}.</b> {channel.mend}
        </p>
      )}
      <dl className={classes["facts"]}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd>
              {fact.value} {fact.code !== undefined && <code>{fact.code}</code>}
            </dd>
          </div>
        ))}
        <div>
          <dt>Quiet hours</dt>
          <dd>
            {quiet === null ? "none" : quiet.words}
            {quiet?.until != null && (
              <>
                ; <b>active until</b> <Time at={quiet.until.toISOString()} />
              </>
            )}
          </dd>
        </div>
      </dl>
      {entry !== null && (
        <p className={classes["quiet"]}>
          <Origin origin={entry.origin} />
        </p>
      )}
      <div className={classes["actions"]}>
        <SendTest channel={name} />
        {missed.own > 0 && <SendOpen channel={name} count={missed.own} samples={false} />}
        {mayChange && entry !== null && <Changes entry={entry} waiting={waiting} />}
      </div>
    </li>
  );
}

function HowItDoes({ channel: { failingSince, pausedUntil, tried, lastDeliveredAt, waiting, waitingSince } }: { channel: ChannelView }) {
  return (
    <>
      {failingSince !== null && (
        <>
          Failing since <Time at={failingSince.toISOString()} />.{" "}
        </>
      )}
      {lastDeliveredAt === null ? (
        failingSince === null && (tried ? "Nothing was delivered yet." : "Nothing was sent yet. Send a test to see whether it works.")
      ) : (
        <>
          Last delivery <Time at={lastDeliveredAt.toISOString()} />.
        </>
      )}
      {pausedUntil !== null && (
        <>
          {" "}
          {failingSince === null ? "Rate limited until" : "Next attempt"} <Time at={pausedUntil.toISOString()} />.
        </>
      )}
      {waiting > 0 && (
        <>
          {" "}
          {formatCount(waiting)} {waiting === 1 ? "message waits" : "messages wait"}
          {waitingSince !== null && (
            <>
              , the oldest since <Time at={waitingSince.toISOString()} />
            </>
          )}
          .
        </>
      )}
    </>
  );
}
