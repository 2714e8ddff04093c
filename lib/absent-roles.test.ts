import { expect, test } from "vitest";
import { takeAbsent } from "#lib/absent-roles.ts";

test("columns that are written as none are absent, and the others stay", () => {
  expect(takeAbsent({ kafkaKey: "none", kafkaOffset: "off", lsn: ["none"], op: undefined })).toEqual({
    given: { kafkaKey: undefined, kafkaOffset: "off", lsn: undefined, op: undefined },
    absent: ["kafkaKey", "lsn"],
  });
});

test("a column of that name, in quotes, is a column", () => {
  expect(takeAbsent({ kafkaKey: '"none"', lsn: ["none", "pos"] }).absent).toEqual([]);
});
