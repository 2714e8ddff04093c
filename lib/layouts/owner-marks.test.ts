import { expect, test } from "vitest";
import { ownerPropertiesOf } from "#lib/layouts/owner-marks.ts";

test("only properties that show an owner leave the reader, and none is endless", () => {
  const properties = { "delta-version": "1".repeat(500), "write.format.default": "parquet", "x.password": "secret" };
  expect(ownerPropertiesOf(properties)).toEqual({ "delta-version": "1".repeat(200) });
  expect(ownerPropertiesOf({})).toEqual({});
});
