import { expect, test } from "vitest";
import { sayAccepted } from "./say-accepted.ts";

test("what is accepted is said with its number, its key, until when and why", () => {
  const found = { metric: "surplus_rows", key: { id: "k", name: "order_id" }, value: 18412 } as const;
  expect(sayAccepted(found, { until: "2026-12-01T08:00:00.000Z", reason: "A backfill, known." })).toBe(
    "Accepted until 2026-12-01 08:00 UTC: Surplus rows of key order_id, up to 18,412. A backfill, known.",
  );
});
