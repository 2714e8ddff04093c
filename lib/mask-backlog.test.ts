import { expect, test } from "vitest";
import { maskBacklog } from "#lib/mask-backlog.ts";
import { someFacts } from "#lib/testing/facts.ts";

const NO_FILES = { files: 0, rows: 0, bytes: 0 };

test("partition values that are made from a masked column are masked, equal ones equal, and no other", () => {
  const value = (field: string, columns: string[], said: string | null) => ({ field, columns, value: said });
  const partition = (...values: ReturnType<typeof value>[]) => ({ specId: 1, values, data: NO_FILES, deletes: {} });
  const backlog = {
    ...someFacts().plan.backlog,
    partitions: [
      partition(value("mail_trunc", ["Mail"], "ann"), value("day", ["at"], "2026-11-24")),
      partition(value("mail_trunc", ["Mail"], "bob"), value("day", ["at"], null)),
      partition(value("mail_trunc", ["Mail"], "ann"), value("old", [], "x")),
      partition(value("mail_trunc", ["Mail"], null)),
    ],
  };
  const said = (masked: string[]) => maskBacklog(backlog, masked).partitions.map(({ values }) => values.map((one) => one.value));
  expect(said(["mail"])).toEqual([["masked 1", "2026-11-24"], ["masked 2", null], ["masked 1", "masked 1"], [null]]);
  expect(said(["other"])[0]).toEqual(["ann", "2026-11-24"]);
  expect(said([])[2]).toEqual(["ann", "x"]);
});
