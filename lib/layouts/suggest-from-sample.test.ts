import { expect, test } from "vitest";
import { suggestFromSample, type Sample, type SampledColumns } from "#lib/layouts/suggest-from-sample.ts";
import { recogniseColumns } from "#lib/layouts/recognise-columns.ts";
import type { KeySuggestion } from "#lib/contracts/browse-documents.ts";

const columns = [{ path: ["order_id"], written: "order_id", type: "long", fieldId: 1 }];
const table = {
  columns,
  identifierColumns: [],
  name: "orders",
  recognised: recogniseColumns({ columns, topLevel: ["order_id"], hasIdentifier: false }),
};
const named: KeySuggestion = { columns: ["order_id"], because: "name", sentence: "It is named like a key." };

function sentenceOf(counts: Omit<SampledColumns, "columns">, sample: Partial<Sample> = {}): string {
  const single = [{ columns: ["order_id"], ...counts }];
  return (
    suggestFromSample(table, [named], { rows: counts.rows, single, several: [], withDeletes: true, files: 2, ...sample })[0]?.sentence ?? ""
  );
}

test("a sample says of a key what was seen, and no more", () => {
  const said = (counts: Omit<SampledColumns, "columns">, sample?: Partial<Sample>) =>
    sentenceOf(counts, sample).replace("It is named like a key. ", "");
  expect(said({ rows: 9, nulls: 0, distinct: 9 })).toBe("Each of 9 sampled rows has its own order_id.");
  expect(said({ rows: 9, nulls: 3, distinct: 6 })).toBe("Each of 6 sampled rows has its own order_id. 3 more have no value.");
  expect(said({ rows: 9, nulls: 9, distinct: 0 })).toBe("None of 9 sampled rows has a value of order_id.");
  expect(said({ rows: 0, nulls: 0, distinct: 0 })).toBe("The 2 data files that were sampled have no row that was not deleted.");
  expect(said({ rows: 0, nulls: 0, distinct: 0 }, { files: 0 })).toBe("The table has no rows to look at.");
});
