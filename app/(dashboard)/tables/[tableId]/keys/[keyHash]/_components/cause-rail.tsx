import Link from "next/link";
import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { Panel } from "#app/_ui/panel.tsx";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { viewUndecided } from "#lib/causes/undecided-words.ts";
import { causeDocsLink, keyLink } from "#lib/contracts/links.ts";
import type { KeyDelete, KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { UndecidedList } from "../../../_why/undecided-list.tsx";
import classes from "../../../_why/why.module.css";
import rail from "./cause-rail.module.css";

interface CauseRailProps {
  verdict: KeyVerdict | null;
  /** What the rows say for the cause, with the arithmetic. */
  evidence: readonly string[];
  /** Of a row by its place in the sample: `Partition 4`. */
  nameRow: (place: number) => string;
  /** The address of this key at another snapshot. */
  at: { tableId: string; keyHash: string; keyName: string };
}

/** Why this key is duplicated: the cause with its evidence, what could not be decided, what to do first, and the deletes that name the key. */
export function CauseRail({ verdict, evidence, nameRow, at }: CauseRailProps) {
  if (verdict === null) {
    return (
      <Panel title="Why">
        <div className={classes["words"]}>
          <p>Not explained yet: these rows were kept before causes were told. Looking the key up again explains it.</p>
        </div>
      </Panel>
    );
  }
  const { cause, retry, undecided, before, deletes } = verdict;
  const { plain, technical, firstStep, label } = causeWords(cause);
  return (
    <>
      <Panel title="Why" aside={<CauseTag cause={cause} />}>
        <div className={classes["words"]}>
          {plain !== "" && <p className={classes["lead"]}>{plain}</p>}
          {retry === true && (
            <p>The rows are one request that was sent again: they are alike but for Kafka columns, times and what equals the key.</p>
          )}
          {evidence.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {before !== undefined && (
            <p>
              Before a compaction wrote its rows anew it was <b>{causeWords(before.cause).label.toLowerCase()}</b>, at snapshot{" "}
              <Link href={keyLink(at.tableId, at.keyHash, { key: at.keyName, snapshot: before.snapshotId })}>
                <code>{before.snapshotId}</code>
              </Link>
              .
            </p>
          )}
          <UndecidedList lines={viewUndecided(undecided)} />
          {technical !== "" && <p>{technical}</p>}
          {firstStep !== "" && (
            <>
              <h3>First</h3>
              <p className={classes["lead"]}>{firstStep}</p>
            </>
          )}
          <p>
            <Link href={causeDocsLink(cause)}>How {label.toLowerCase()} comes about</Link>
          </p>
        </div>
      </Panel>
      {deletes.length > 0 && <Deletes deletes={deletes} nameRow={nameRow} />}
    </>
  );
}

/** As many as are told of one key. */
const DELETES_MAX = 20;

/** Its tombstones: live equality deletes whose values are the key's. */
function Deletes({ deletes, nameRow }: { deletes: readonly KeyDelete[]; nameRow: (place: number) => string }) {
  return (
    <Panel title="Deletes that name this key" aside={deletes.length === DELETES_MAX ? "the newest 20" : undefined}>
      <ul className={rail["deletes"]}>
        {deletes.map(({ file, sequenceNumber, scope, columns, names }) => (
          <li key={`${file} ${sequenceNumber}`}>
            <p>
              <b>sequence number {sequenceNumber}</b>, by {columns.join(", ")}, {scope === null ? "in the whole table" : `in ${scope}`}
            </p>
            <p>
              {names.length === 0
                ? "Its values are those of no row that is here."
                : `Its values are those of ${names.map((place) => nameRow(place)).join(", ")}.`}
            </p>
            <p className={rail["file"]} title={file}>
              <bdi>{file.slice(file.lastIndexOf("/") + 1)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
