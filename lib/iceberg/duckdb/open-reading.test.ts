import { expect, test } from "vitest";
import { scanError, type Reading } from "#lib/iceberg/duckdb/open-reading.ts";

test("a fault of the program itself is not said to be one of the table's files", () => {
  const reading = { planned: { filter: null } } as unknown as Reading;
  const own = new SyntaxError("Cannot convert 1.50 to a BigInt");
  expect(scanError(reading, own)).toBe(own);
  expect(scanError(reading, new Error("IO Error: no magic bytes"))).toMatchObject({ code: "table_unreadable" });
});
