import { readTimeZone } from "#app/_http/time-zone.ts";
import { listTicks } from "#app/_ui/charts/time-axis.ts";
import { Panel } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { capital } from "#lib/words.ts";
import type { Life, LifeBar } from "./life-view.ts";
import classes from "./life.module.css";

/** As wide as the labels of the axis have room for on the narrowest screen. */
const LABELS_WIDTH = 320;
/** In percent: one further to the right would be cut. */
const LAST_LABEL = 90;
/** In percent: a bar that begins further to the right has no room for its word on a phone. */
const WIDE_UNTIL = 60;
const WORDS = { winner: "winner", stale: "stale", tied: "undecided" } as const;

/** When each row of a key came: a lane for each partition, and below how many rows there were. Drawn on the server, without a script. */
export async function LifePanel({ life, mayRepeat }: { life: Life; mayRepeat: boolean }) {
  const { from, to, lanes, counts, isWhole, notes } = life;
  const percent = (time: number) => ((time - from.getTime()) / (to.getTime() - from.getTime())) * 100;
  const all = listTicks({ from: from.getTime(), to: to.getTime(), width: LABELS_WIDTH }, await readTimeZone(), new Date());
  const ticks = all.filter((tick) => percent(tick.at) < LAST_LABEL);
  const second = counts.find(({ rows }) => rows > 1);
  return (
    <Panel title="History across snapshots">
      <div className={classes["life"]}>
        <div className={classes["lanes"]} role="img" aria-label={nameOf(life)}>
          {lanes.map(({ title, bars }) => (
            <div key={title} className={classes["lane"]}>
              <b>{titleOf(title)}</b>
              <div className={classes["bars"]}>
                {bars.map((bar, place) => (
                  <Bar key={place} bar={bar} mayRepeat={mayRepeat} />
                ))}
              </div>
            </div>
          ))}
          <div className={classes["lane"]}>
            <b>Rows of this key</b>
            <div className={classes["counts"]}>
              {counts.map(({ begin, rows }, place) => (
                <span
                  key={begin}
                  className={rows > 1 && !mayRepeat ? classes["many"] : classes["one"]}
                  style={{ left: `${begin}%`, right: `${100 - (counts[place + 1]?.begin ?? 100)}%` }}
                />
              ))}
              {counts.map(({ begin, rows }) => (
                <i key={begin} style={{ left: `${Math.min(begin, 96)}%` }}>
                  {rows}
                </i>
              ))}
            </div>
          </div>
          <div className={classes["lane"]}>
            <b />
            <div className={classes["axis"]}>
              {ticks.map(({ at, label }) => (
                <span key={at} style={{ left: `${percent(at)}%` }}>
                  {label}
                </span>
              ))}
            </div>
          </div>
        </div>
        {second !== undefined && (
          <p>
            Both rows have existed since <Time at={timeAt(life, second.begin).toISOString()} />
            {!isWhole && " or earlier"}. Rows replaced earlier are not shown.
          </p>
        )}
        {lanes.some(({ bars }) => bars.some(({ begin, known }) => begin < known)) && (
          <p>
            <span className={classes["hatch"]} aria-hidden="true" /> Hatched: the row was written at some time in this span.
          </p>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </Panel>
  );
}

function Bar({ bar: { begin, known, standing }, mayRepeat }: { bar: LifeBar; mayRepeat: boolean }) {
  const word = standing === null || (mayRepeat && standing === "stale") ? "" : WORDS[standing];
  // A word that does not fit into its bar stands before it.
  const isWide = known <= WIDE_UNTIL;
  const look = mayRepeat || standing === null ? "plain" : standing;
  return (
    <div className={classes["row"]}>
      {begin < known && <span className={classes["before"]} style={{ left: `${begin}%`, right: `${100 - known}%` }} />}
      {known < 100 && (
        <span className={`${classes["bar"]} ${classes[look]}`} style={{ left: `${known}%` }}>
          {isWide && word}
        </span>
      )}
      {!isWide && word !== "" && known < 100 && (
        <span className={classes["beside"]} style={{ right: `${100 - known}%` }}>
          {word}
        </span>
      )}
    </div>
  );
}

function timeAt({ from, to }: Life, percent: number): Date {
  return new Date(from.getTime() + ((to.getTime() - from.getTime()) * percent) / 100);
}

/** A lane's name as a line begins; the name of a topic stays as it is. */
function titleOf(lane: string): string {
  return lane.startsWith("partition ") ? capital(lane) : lane;
}

/** The drawing in a sentence. */
function nameOf(life: Life): string {
  const bars = life.lanes.flatMap(({ title, bars: ofLane }) =>
    ofLane.map(({ begin, known, standing }) => {
      const when = known >= 100 ? "at an unknown time" : `at ${timeAt(life, known).toISOString()}${begin < known ? " or earlier" : ""}`;
      return `${title}${standing === null ? "" : `, ${WORDS[standing]}`}: written ${when}`;
    }),
  );
  return `Life of this key. ${bars.join("; ")}.`;
}
