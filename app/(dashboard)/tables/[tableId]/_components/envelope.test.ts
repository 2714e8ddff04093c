import { expect, test } from "vitest";
import { sayKeyUnderAfter } from "./envelope.ts";

const column = (name: string, type: string) => ({ name, type, fieldId: 1, required: false });
const ENVELOPE = [column("op", "string"), column("after", "struct<order_id: long, status: string>"), column("k", "binary")];

test("a key outside of the row in an envelope is told where the business key lies, by name where that is the same", () => {
  expect(sayKeyUnderAfter(["order_id"], ENVELOPE)).toContain("the business key is under `after`, such as after.order_id.");
  expect(sayKeyUnderAfter(["k"], ENVELOPE)).toMatch(/is under `after`\.$/);
  expect(sayKeyUnderAfter(["order"], ENVELOPE)).toMatch(/is under `after`\.$/);
});

test("a key that looks into the row, or a table without one, is told nothing", () => {
  expect(sayKeyUnderAfter(["after.order_id"], ENVELOPE)).toBeNull();
  expect(sayKeyUnderAfter(["order_id"], [column("after", "string")])).toBeNull();
});
