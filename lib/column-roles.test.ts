import { expect, test } from "vitest";
import { columnsByRole, readSections, ROLE_NAMES, takeAbsent, writeSections } from "#lib/column-roles.ts";

test("columns that are written as none are absent, and the others stay", () => {
  expect(takeAbsent({ kafkaKey: "none", kafkaOffset: "off", lsn: ["none"], op: undefined })).toEqual({
    columns: columnsByRole({ kafkaOffset: "off" }),
    absent: ["kafkaKey", "lsn"],
  });
});

test("a column of that name, in quotes, is a column", () => {
  expect(takeAbsent({ kafkaKey: '"none"', lsn: ["none", "pos"] }).absent).toEqual([]);
});

test("a role that cannot be declared absent may be named by a column called none", () => {
  expect(takeAbsent({ eventTime: "none" })).toEqual({ columns: columnsByRole({ eventTime: "none" }), absent: [] });
});

test("what the sections of the configuration are written from is read back, role by role", () => {
  const written = writeSections((role) => `column of ${role}`);
  expect(Object.keys(written.kafka).length + Object.keys(written.cdc).length + 1).toBe(ROLE_NAMES.length);
  expect(readSections(written)).toEqual(Object.fromEntries(ROLE_NAMES.map((role) => [role, `column of ${role}`])));
});
