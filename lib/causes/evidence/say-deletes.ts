import { sayRows } from "#lib/causes/say-values.ts";
import type { KeyDelete, KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";

type Deletes = KeyVerdict["deletes"];

/** Of delete_in_same_commit. Pure. */
export function saySameCommit(rows: readonly SampleRow[], deletes: Deletes): string[] {
  return deletes.flatMap((one) => {
    const places = rows.flatMap(({ sequenceNumber }, place) => (sequenceNumber === one.sequenceNumber ? [place] : []));
    if (places.length < 2) return [];
    return [
      `${sayRows(places)} and the delete in ${one.file} all have sequence number ${one.sequenceNumber}, and an equality delete reaches only rows with a smaller one.`,
    ];
  });
}

/** Of delete_in_other_partition. Pure. In: which rows are stale, by their places. */
export function sayElsewhere(rows: readonly SampleRow[], deletes: Deletes, stale: readonly number[]): string[] {
  return stale.flatMap((place) => {
    const row = rows[place];
    const newest = deletes.find((one) => row !== undefined && isNewer(one, row) && one.scope !== (row.evidence?.scope ?? null));
    if (row === undefined || newest === undefined || newest.scope === null) return [];
    const own = row.evidence?.scope ?? "no partition";
    return [
      `Row ${place + 1} has sequence number ${row.sequenceNumber} and is in ${own}; the delete for the key with number ${newest.sequenceNumber} is in ${newest.scope} and does not reach it.`,
    ];
  });
}

/** Of appended_without_delete. Pure. In: as above. */
export function sayNotDeleted(rows: readonly SampleRow[], deletes: Deletes, stale: readonly number[]): string[] {
  const [newest] = deletes;
  return stale.flatMap((place) => {
    const row = rows[place];
    if (row === undefined || row.sequenceNumber === null || deletes.some((one) => isNewer(one, row))) return [];
    const number = `row ${place + 1}'s sequence number, ${row.sequenceNumber}`;
    return newest === undefined
      ? [`The key has no live equality delete above ${number}.`]
      : [`No live equality delete for the key is above ${number}: the newest has ${newest.sequenceNumber}.`];
  });
}

function isNewer({ sequenceNumber }: KeyDelete, row: SampleRow): boolean {
  return row.sequenceNumber !== null && BigInt(sequenceNumber) > BigInt(row.sequenceNumber);
}
