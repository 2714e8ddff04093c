import Link from "next/link";
import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { Panel } from "#app/_ui/panel.tsx";
import { sayEvidence } from "#lib/causes/evidence/say-evidence.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { firstStepsOf } from "#lib/causes/first-steps.ts";
import { sayProbably } from "#lib/causes/say-doubt.ts";
import { sayRows } from "#lib/causes/say-values.ts";
import { sayWinner } from "#lib/causes/say-winner.ts";
import { viewUndecided } from "#lib/causes/undecided-words.ts";
import { keyLink } from "#lib/contracts/links.ts";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import type { KeyDelete } from "#lib/iceberg/contract-causes.ts";
import type { KeyKeep } from "#lib/names.ts";
import { DELETES_KEPT_MAX } from "#lib/causes/explain-key.ts";
import { FirstStep } from "../../../_why/first-step.tsx";
import { UndecidedList } from "../../../_why/undecided-list.tsx";
import classes from "../../../_why/why.module.css";
import type { ShownKey } from "../read-key.ts";
import rail from "./cause-rail.module.css";

interface CauseRailProps {
  /** Its rows in the order in which they are shown. */
  shown: Pick<ShownKey, "key" | "sample" | "drift" | "writer">;
  /** Whose it is. */
  at: { tableId: string; keyHash: string };
}

/** Why this key is duplicated: the cause with its evidence, what could not be decided, what to do first, and the deletes that name the key. */
export function CauseRail({ shown: { key, sample, drift, writer }, at }: CauseRailProps) {
  const verdict = sample.verdict ?? null;
  if (verdict === null) {
    return (
      <Panel title="Why">
        <div className={classes["words"]}>
          <p>Not explained yet: these rows were stored by a version that did not explain causes. Looking the key up again explains it.</p>
        </div>
      </Panel>
    );
  }
  const { cause, undecided, first: began, deletes, doubt = null } = verdict;
  const evidence = sayEvidence(sample, { drift })?.shows ?? [];
  const { plain, technical, because } = causeWords(cause);
  const first = firstStepsOf(cause, { ...writer, keep: key.keep, isRetry: verdict.retry === true }, doubt);
  const lead = doubt === null ? plain : sayProbably(because, doubt);
  return (
    <>
      <Panel title="Why" aside={<CauseTag cause={cause} />}>
        <div className={classes["words"]}>
          {lead !== "" && <p className={classes["lead"]}>{lead}</p>}
          <Evidence sentences={evidence} />
          {began !== undefined && began.cause !== cause && (
            <p>
              First found as <CauseTag cause={began.cause} {...(began.alternatives && { share: "probable" })} />,{" "}
              <Link href={keyLink(at.tableId, at.keyHash, { key: key.name, snapshot: began.snapshotId })}>the key at that snapshot</Link>
            </p>
          )}
          {key.promise === "unique" && <Winner sample={sample} keep={key.keep} />}
          <UndecidedList lines={viewUndecided(undecided)} />
          <FirstStep first={first} technical={doubt === null ? technical : ""} />
        </div>
      </Panel>
      {deletes.length > 0 && <Deletes deletes={deletes} />}
    </>
  );
}

/** Of more the middle is folded away: what is said of all rows stands last. */
const EVIDENCE_MAX = 5;

function Evidence({ sentences }: { sentences: readonly string[] }) {
  const told = (some: readonly string[]) => some.map((sentence) => <p key={sentence}>{sentence}</p>);
  if (sentences.length <= EVIDENCE_MAX) return told(sentences);
  const [first, middle, last] = [sentences.slice(0, 3), sentences.slice(3, -1), sentences.slice(-1)];
  return (
    <>
      {told(first)}
      <details className={rail["folded"]}>
        <summary>{middle.length} more like these</summary>
        {told(middle)}
      </details>
      {told(last)}
    </>
  );
}

/** More are folded away. */
const STALE_MAX = 3;

/** Which row is right and why the others are stale; many stale ones are told on demand. */
function Winner({ sample, keep }: { sample: SampledKey; keep: KeyKeep }) {
  const words = sayWinner(sample, keep);
  if (words === null) return null;
  const { says, stale } = words;
  const list = stale.map(({ place, says: why }) => (
    <p key={place}>
      Row {place + 1}. {why}
    </p>
  ));
  return (
    <>
      <h3>Which row is right</h3>
      <p>{says}</p>
      {stale.length <= STALE_MAX ? (
        list
      ) : (
        <details className={rail["folded"]}>
          <summary>Why each of the other {stale.length} is stale</summary>
          {list}
        </details>
      )}
    </>
  );
}

/** Live equality deletes whose values are the key's; of many only the newest are stored. */
function Deletes({ deletes }: { deletes: readonly KeyDelete[] }) {
  return (
    <Panel title="Deletes that name this key" aside={deletes.length === DELETES_KEPT_MAX ? `the newest ${DELETES_KEPT_MAX}` : undefined}>
      <ul className={rail["deletes"]}>
        {deletes.map(({ file, sequenceNumber, scope, columns, names }) => (
          <li key={`${file} ${names.join(" ")}`}>
            <p>
              <b>sequence number {sequenceNumber}</b>, by {columns.join(", ")}, {scope === null ? "in the whole table" : `in ${scope}`}
            </p>
            <p>{names.length === 0 ? "No row shown here has its values." : `It has the values of ${sayRows(names)}.`}</p>
            <p className={rail["file"]} title={file}>
              <bdi>{file.slice(file.lastIndexOf("/") + 1)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
