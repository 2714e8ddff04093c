import { Pill } from "#app/_ui/pill.tsx";
import { formatAge, formatCount, formatRatio } from "#lib/units.ts";
import type { KeyView, TableView } from "./overview-view.ts";
import classes from "./table-list.module.css";

/** A row for each key of a table; what holds for the table stands in the first. */
export function TableRows({ table, now }: { table: TableView; now: Date }) {
  return table.keys.map((key, at) => (
    <tr key={key.id} className={`${key.verdict.state === "fine" ? classes["quiet"] : ""} ${at === 0 ? "" : classes["further"]}`}>
      <th scope="row" className={classes["name"]}>
        {at === 0 ? <TableName table={table} /> : <span className={classes["keyName"]}>key {key.name}</span>}
      </th>
      <td className={classes["see"]}>
        <span title={key.verdict.sentence}>{key.verdict.sentence}</span>
      </td>
      <Count label="Rows" value={key.values.rows} key_={key} />
      <Count label="Duplicated keys" value={key.values.duplicated_keys} key_={key} judged />
      <Count label="Surplus rows" value={key.values.surplus_rows} key_={key} judged />
      <Count label="In 2+ partitions" value={key.values.multi_partition_keys} key_={key} />
      <td className={classes["number"]} data-label="Delete files">
        {at === 0 && (key.deleteFiles === null ? <Unknown /> : formatCount(key.deleteFiles))}
        {at === 0 && key.deleteFiles !== null && key.deleteFiles > 0 && key.values.delete_ratio != null && (
          <small>ratio {formatRatio(key.values.delete_ratio)}</small>
        )}
      </td>
      <td className={classes["trust"]} data-label="Trust">
        <Trust trust={key.trust} />
      </td>
      <td data-label="Owner">{at === 0 && (table.owner ?? <span className={classes["least"]}>none</span>)}</td>
      <td className={classes["number"]} data-label="Checked">
        {at === 0 && <Checked table={table} now={now} />}
      </td>
    </tr>
  ));
}

function TableName({ table }: { table: TableView }) {
  const dot = table.name.lastIndexOf(".") + 1;
  return (
    <>
      <span className={classes["title"]}>
        <span>{table.name.slice(0, dot)}</span>
        <b>{table.name.slice(dot)}</b>
      </span>
      <span className={classes["kind"]}>
        {table.kind}
        {table.isSample && (
          <Pill title="Made by Bergwatch to show what it does; its clock stands at its last commit and an hour.">sample</Pill>
        )}
        {table.paused && <Pill>paused</Pill>}
        {table.tags.map((tag) => (
          <Pill key={tag}>{tag}</Pill>
        ))}
      </span>
    </>
  );
}

function Count({ label, value, key_: { promise, trust, verdict }, judged = false }: CountProps) {
  const loud = judged && promise === "unique" && verdict.state === "wrong" && typeof value === "number" && value > 0;
  const doubtful = trust?.level === "untrusted";
  return (
    <td className={`${classes["number"]} ${loud ? classes["loud"] : ""}`} data-label={label}>
      {value == null ? (
        <Unknown />
      ) : (
        <span className={doubtful ? classes["doubtful"] : value === 0 ? classes["least"] : undefined}>
          {trust?.direction === "at least" && "≥ "}
          {trust?.direction === "at most" && "≤ "}
          {formatCount(value)}
        </span>
      )}
      {judged && promise === "none" && value != null && <small>not judged</small>}
    </td>
  );
}

interface CountProps {
  label: string;
  value: number | null | undefined;
  key_: KeyView;
  /** Whether a promise can be broken by it. */
  judged?: boolean;
}

function Unknown() {
  return (
    <span className={classes["least"]} title="Not known">
      –<span className="visually-hidden">not known</span>
    </span>
  );
}

function Trust({ trust }: { trust: KeyView["trust"] }) {
  if (trust === null) return <Unknown />;
  if (trust.level === "exact") return <span className={classes["least"]}>exact</span>;
  return (
    <Pill tone="unsure" title={trust.reasons.join(" ")}>
      {trust.level}
    </Pill>
  );
}

function Checked({ table: { checkedAt, dueAt, overdue, failed, paused }, now }: { table: TableView; now: Date }) {
  const sinceMs = checkedAt === null ? null : now.getTime() - checkedAt.getTime();
  return (
    <>
      {checkedAt === null || sinceMs === null ? (
        <span className={classes["least"]}>never</span>
      ) : (
        <time dateTime={checkedAt.toISOString()} title={checkedAt.toUTCString()}>
          {sinceMs < 5000 ? "now" : `${formatAge(sinceMs)} ago`}
        </time>
      )}
      <small>
        {failed && <Pill tone="unsure">failed</Pill>}
        {overdue && <Pill tone="unsure">stale</Pill>}
        {!failed && !overdue && dueAt !== null && !paused && sayDue(dueAt, now)}
      </small>
    </>
  );
}

function sayDue(dueAt: Date, now: Date): string {
  const inMs = dueAt.getTime() - now.getTime();
  return inMs < 5000 ? "due now" : `next in ${formatAge(inMs)}`;
}
