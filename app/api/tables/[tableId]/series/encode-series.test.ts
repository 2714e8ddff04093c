import { tableFromIPC } from "apache-arrow";
import { expect, test } from "vitest";
import { SERIES_META_KEY, SeriesMeta, type Series } from "#lib/contracts/series.ts";
import { encodeArrow, encodeCsv } from "./encode-series.ts";

const at = Date.UTC(2026, 2, 1);
const series: Series = {
  meta: {
    from: "2026-03-01T00:00:00.000Z",
    to: "2026-03-02T00:00:00.000Z",
    now: "2026-03-02T00:00:00.000Z",
    knownUntil: "2026-03-02T00:00:00.000Z",
    by: "commit",
    key: 'the "id", 🔑',
    events: [],
    eventsLeftOut: 0,
    gaps: [],
    expected: [],
    commits: [1],
    revision: "1",
  },
  columns: {
    first_at: [at, at],
    at: [at, at + 1000],
    snapshot_id: ["9223372036854775807", null],
    surplus_rows: [0, null],
    delete_ratio: [0.25, 1],
  },
};

test("what is encoded as Arrow is read back to the digit: ids, times, ratios, what is not known, and the meta", () => {
  const table = tableFromIPC(encodeArrow(series));
  const rows: unknown[] = table.toArray().map((row: Record<string, unknown>) => ({ ...row }));
  expect(rows).toEqual([
    { first_at: at, at, snapshot_id: "9223372036854775807", surplus_rows: 0, delete_ratio: 0.25 },
    { first_at: at, at: at + 1000, snapshot_id: null, surplus_rows: null, delete_ratio: 1 },
  ]);
  expect(SeriesMeta.parse(JSON.parse(table.schema.metadata.get(SERIES_META_KEY) ?? ""))).toEqual(series.meta);
});

test("CSV has times in ISO 8601, and leaves empty what is not known", () => {
  expect(encodeCsv(series).split("\r\n").slice(0, 3)).toEqual([
    "first_at,at,snapshot_id,surplus_rows,delete_ratio",
    "2026-03-01T00:00:00.000Z,2026-03-01T00:00:00.000Z,9223372036854775807,0,0.25",
    "2026-03-01T00:00:00.000Z,2026-03-01T00:00:01.000Z,,,1",
  ]);
});

test("CSV quotes what would end a cell", () => {
  expect(encodeCsv({ ...series, columns: { at: [at], engine: ['a "b", c\nd'] } })).toContain('"a ""b"", c\nd"');
});
