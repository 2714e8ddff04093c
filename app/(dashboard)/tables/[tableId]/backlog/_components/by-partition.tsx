import Link from "next/link";
import { Panel } from "#app/_ui/panel.tsx";
import type { Backlog, DeleteTotals } from "#lib/iceberg/contract-backlog.ts";
import { DELETE_KINDS, type DeleteKind } from "#lib/names.ts";
import { formatBytes, formatCount, formatRatio } from "#lib/units.ts";
import { backlogAddress, type BacklogParams, type PartitionSort } from "../search-params.ts";
import { deletesOf, viewPartitions, type PartitionRow } from "./backlog-view.ts";
import classes from "./backlog-table.module.css";
import { KindBar } from "./kind-bar.tsx";

const COLUMNS: readonly { sort: PartitionSort; word: string }[] = [
  { sort: "partition", word: "Partition" },
  { sort: "rows", word: "Delete rows" },
  { sort: "files", word: "Files" },
  { sort: "bytes", word: "Size" },
  { sort: "ratio", word: "For each row" },
];
const SHORT: Readonly<Record<DeleteKind, string>> = { equality: "equality", position: "position", vector: "vectors" };

/** The Iceberg partitions that hold deletes, in the order and on the page that the address asks for. */
export function ByPartition({ tableId, backlog, asked }: { tableId: string; backlog: Backlog; asked: BacklogParams }) {
  const { rows, page, pages, rowsMax } = viewPartitions(backlog, asked);
  const { otherPartitions: others, partitionCount } = backlog;
  const count = backlog.partitions.length + (others?.partitions ?? 0);
  const isOne = partitionCount === 1 && rows[0]?.text === null;
  return (
    <Panel
      title="By partition"
      aside={isOne ? "the table is not partitioned" : `${formatCount(count)} of ${formatCount(partitionCount)} partitions hold deletes`}
    >
      <table className={classes["table"]}>
        <thead>
          <tr>
            {COLUMNS.map(({ sort, word }) => (
              <th key={sort} scope="col" aria-sort={asked.sort === sort ? (sort === "partition" ? "ascending" : "descending") : undefined}>
                <Link href={backlogAddress(tableId, { ...asked, sort, page: 1 })} scroll={false} replace prefetch={false}>
                  {word}
                  {asked.sort === sort && <span aria-hidden="true">{sort === "partition" ? " ↑" : " ↓"}</span>}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.specId} ${row.text}`} row={row} rowsMax={rowsMax} />
          ))}
          {others !== null && page === pages && (
            <tr className={classes["none"]}>
              <th scope="row">{formatCount(others.partitions)} more partitions with fewer rows each</th>
              <td data-label="Delete rows">{formatCount(deletesOf(others.deletes).rows)}</td>
              <td data-label="Files">{formatCount(deletesOf(others.deletes).files)}</td>
              <td data-label="Size">{formatBytes(deletesOf(others.deletes).bytes)}</td>
              <td data-label="For each row">
                {others.data.rows === 0 ? "–" : formatRatio(deletesOf(others.deletes).rows / others.data.rows)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {pages > 1 && (
        <nav className={classes["pages"]} aria-label="Pages of partitions">
          {page > 1 && (
            <Link href={backlogAddress(tableId, { ...asked, page: page - 1 })} scroll={false}>
              Previous
            </Link>
          )}
          <span>
            page {page} of {pages}
          </span>
          {page < pages && (
            <Link href={backlogAddress(tableId, { ...asked, page: page + 1 })} scroll={false}>
              Next
            </Link>
          )}
        </nav>
      )}
    </Panel>
  );
}

function Row({ row: { text, specId, deletes, totals, data, compaction, ratio }, rowsMax }: { row: PartitionRow; rowsMax: number }) {
  return (
    <tr>
      <th scope="row">
        {text === null ? "no partition" : <code>{text}</code>}
        <small>
          {specId !== null && `spec ${specId} · `}
          {sayKinds(deletes)} · {formatCount(data.files)} data {data.files === 1 ? "file" : "files"} with {formatCount(data.rows)} rows
          {compaction !== null &&
            ` · a compaction rewrites ${formatCount(compaction.files)} into ${formatCount(compaction.filesAfterMax)} at most`}
        </small>
        <KindBar deletes={deletes} rowsMax={rowsMax} />
      </th>
      <td data-label="Delete rows">{formatCount(totals.rows)}</td>
      <td data-label="Files">{formatCount(totals.files)}</td>
      <td data-label="Size">{formatBytes(totals.bytes)}</td>
      <td data-label="For each row">{ratio === null ? <span title="No data is left in this partition.">–</span> : formatRatio(ratio)}</td>
    </tr>
  );
}

function sayKinds(deletes: DeleteTotals): string {
  return DELETE_KINDS.flatMap((kind) => {
    const files = deletes[kind]?.files ?? 0;
    return files === 0 ? [] : [`${formatCount(files)} ${SHORT[kind]}`];
  }).join(", ");
}
