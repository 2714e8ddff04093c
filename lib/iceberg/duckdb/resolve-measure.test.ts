import { expect, test } from "vitest";
import { resolveInSnapshot } from "#lib/iceberg/duckdb/resolve-request.ts";
import { resolveMeasure } from "#lib/iceberg/duckdb/resolve-measure.ts";
import type { Field, Schema } from "#lib/iceberg/plan/schema.ts";

const field = (id: number, name: string, type: Field["type"]): Field => ({ id, name, type });
const schema = (...fields: Field[]): Schema => ({ "schema-id": 0, fields });
const NOW = schema(
  field(1, "id", "long"),
  field(2, "note", "string"),
  field(3, "order", { type: "struct", fields: [field(4, "to.tal", "decimal(20, 2)")] }),
);

function measured(written: string | null, { pinned = NOW, earlier = [] as Schema[] } = {}) {
  const resolve = (name: string) => resolveInSnapshot(NOW, pinned, name, () => {});
  return resolveMeasure(written, { current: NOW, pinned, earlier: [...earlier, NOW] }, resolve);
}

test("a number column is the measure, a nested one too, and none is where none is asked for", () => {
  expect(measured("id")).toMatchObject({ measure: { id: 1 }, notMeasured: null });
  expect(measured('order."to.tal"').measure?.id).toBe(4);
  expect(measured(null)).toEqual({ measure: null, notMeasured: null });
});

test("a column that the table lacks, or that is not a number, is not measured, and the columns that can be are named", () => {
  expect(measured("revenue")).toEqual({
    measure: null,
    notMeasured: 'The table has no column revenue (--measure) at this snapshot. Name a column of numbers: id or order."to.tal".',
  });
  expect(measured("note").notMeasured).toBe(
    'Column note (--measure) is a string, which cannot be summed. Name a column of numbers: id or order."to.tal".',
  );
  expect(measured("order").notMeasured).toContain("Column order (--measure) is a struct");
  expect(measured('a.."').notMeasured).toContain("no column a..");
});

test("a table without numbers has none to name", () => {
  const words = schema(field(2, "note", "string"));
  expect(measured("revenue", { pinned: words }).notMeasured).toMatch(/It has no column of numbers: leave the measure out\.$/);
});

test("a column that was renamed is told by its name of now, and one that came later as such", () => {
  expect(measured("nr", { earlier: [schema(field(1, "nr", "int"))] }).notMeasured).toBe(
    "The table has no column nr (--measure) at this snapshot: it is called id there. Name that as the measure.",
  );
  expect(measured("id", { pinned: schema(field(2, "note", "string")) }).notMeasured).toBe(
    "The table has no column id (--measure) at this snapshot: it was added later.",
  );
});
