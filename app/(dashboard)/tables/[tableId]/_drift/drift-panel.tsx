import { DriftMap } from "./drift-map.tsx";
import { DriftStrip } from "./drift-strip.tsx";
import classes from "./drift.module.css";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { sayDriftSample, sayDriftTopic, sayMoves } from "#lib/causes/say-drift.ts";
import type { DriftFacts, DriftTopic } from "#lib/iceberg/contract-causes.ts";
import { formatCount } from "#lib/units.ts";
import { joinWords } from "#lib/words.ts";

/** How keys came into several partitions: what the windows of each topic say, where the keys went, and rows over time. In: the reader's zone. */
export function DriftPanel({
  drift,
  zone,
  cellLink,
}: {
  drift: DriftFacts;
  zone: string;
  cellLink?: (from: number, to: number) => string;
}) {
  const { otherTopics } = drift;
  const moved = drift.topics.filter(({ moves }) => moves.length > 0);
  // Where none is seen to have moved, what is known of the topics is all there is to tell.
  const topics = moved.length > 0 ? moved : drift.topics;
  const still = drift.topics.filter((topic) => !topics.includes(topic));
  return (
    <Panel title="Where the drifted keys went">
      <PanelBody>
        <div className={classes["topics"]}>
          {topics.map((topic, place) => (
            <TopicDrift
              key={topic.topic ?? ""}
              topic={topic}
              zone={zone}
              id={`drift-${place}`}
              named={drift.topics.length > 1}
              cellLink={cellLink}
            />
          ))}
          {still.length > 0 && (
            <p
              className={classes["rest"]}
            >{`No key drifted in ${joinWords(still.map(({ topic }) => topic ?? "rows without a topic"))}.`}</p>
          )}
          {otherTopics > 0 && (
            <p
              className={classes["rest"]}
            >{`${formatCount(otherTopics)} more ${otherTopics === 1 ? "topic has" : "topics have"} fewer drifted keys.`}</p>
          )}
        </div>
      </PanelBody>
    </Panel>
  );
}

interface TopicDriftProps {
  topic: DriftTopic;
  zone: string;
  id: string;
  named: boolean;
  cellLink: ((from: number, to: number) => string) | undefined;
}

function TopicDrift({ topic, zone, id, named, cellLink }: TopicDriftProps) {
  const sentences = sayDriftTopic(topic, zone);
  const moves = sayMoves(topic.moves);
  const keys = topic.moves.reduce((sum, move) => sum + move.keys, 0);
  const mapLabel = `Old by new partition of ${formatCount(keys)} drifted keys. ${moves ?? "No single rule explains where they went."}`;
  return (
    <section aria-label={topic.topic === null ? "Partition drift" : `Partition drift of topic ${topic.topic}`} className={classes["topic"]}>
      {named && topic.topic !== null && <h3>{topic.topic}</h3>}
      <DriftMap topic={topic} label={mapLabel} cellLink={cellLink} />
      {moves !== null && <p>{moves}</p>}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <DriftStrip topic={topic} id={id} label={`Rows over time by what explains their partitions. ${sentences.join(" ")}`} />
      <p className={classes["rest"]}>{sayDriftSample(topic)}</p>
    </section>
  );
}
