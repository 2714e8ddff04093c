import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { deliveriesLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { ChannelView } from "../_notifications/channel-view.ts";
import type { NotificationsPage } from "../_notifications/read-notifications.ts";
import { SendTest } from "./send-test.client.tsx";
import classes from "./channels-panel.module.css";

/** Each channel: how it does, what mends it, where its secrets lie, and a test. */
export function ChannelsPanel({ page: { channels, orphans } }: { page: NotificationsPage }) {
  return (
    <Panel title="Channels">
      <PanelBody>
        <ul className={classes["channels"]}>
          {channels.map((channel) => (
            <Channel key={channel.name} channel={channel} />
          ))}
        </ul>
        {orphans.map(({ name, waiting }) => (
          <p key={name} className={classes["quiet"]}>
            <Link
              href={deliveriesLink({ channel: name })}
            >{`${formatCount(waiting)} ${waiting === 1 ? "message waits" : "messages wait"}`}</Link>{" "}
            for {name}, which the configuration does not name any more.
          </p>
        ))}
      </PanelBody>
    </Panel>
  );
}

function Channel({ channel }: { channel: ChannelView }) {
  const { name, kind, state, stateWord, facts, quiet } = channel;
  return (
    <li aria-label={name}>
      <div className={classes["head"]}>
        <StatePill state={state}>{stateWord}</StatePill>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <small>{kind}</small>
        <span className={classes["links"]}>
          <Link href={deliveriesLink({ channel: name })} prefetch={false} aria-label={`Messages to ${name}`}>
            Messages
          </Link>
        </span>
      </div>
      <p>
        <HowItDoes channel={channel} />
      </p>
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
                ; <b>in force until</b> <Time at={quiet.until.toISOString()} />
              </>
            )}
          </dd>
        </div>
      </dl>
      <SendTest channel={name} />
    </li>
  );
}

function HowItDoes({ channel: { failingSince, pausedUntil, tried, lastDeliveredAt, waiting, waitingSince } }: { channel: ChannelView }) {
  return (
    <>
      {failingSince !== null && (
        <>
          Nothing arrives since <Time at={failingSince.toISOString()} />.{" "}
        </>
      )}
      {lastDeliveredAt === null ? (
        failingSince === null &&
        (tried ? "Nothing has arrived there yet." : "Nothing has been sent there yet; a test shows whether it works.")
      ) : (
        <>
          The last message arrived <Time at={lastDeliveredAt.toISOString()} />.
        </>
      )}
      {pausedUntil !== null && (
        <>
          {" "}
          {failingSince === null ? "It takes no more messages until" : "It is tried again"} <Time at={pausedUntil.toISOString()} />.
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
