import { expect, test } from "vitest";
import { maskCauses } from "#lib/mask-causes.ts";
import { someCauses, someShare } from "#lib/testing/cause-facts.ts";

const COLUMNS = {
  key: ["order_id"],
  kafkaKey: "k",
  kafkaTopic: "meta.topic",
  kafkaPartition: "p",
  kafkaOffset: "o",
  kafkaTimestamp: "t",
  eventTime: null,
  sourceTime: null,
  op: null,
  lsn: [],
  deleted: null,
};
const window = { partitioner: "murmur2", partitionCount: 6, firstSnapshotId: "1", lastSnapshotId: "2", rows: 1, rowsInTime: 1 } as const;
const CAUSES = someCauses([someShare("partition_drift", 1, { measure: "84.90" })], {
  measure: { value: { column: "amount", rowsWithout: 0 } },
  drift: {
    topics: [
      {
        topic: "patients",
        sampledRows: 1,
        rows: 1,
        windows: [{ ...window, firstAt: "2026-10-05T05:02:00Z", lastAt: "2026-10-06T05:02:00Z" }],
        labels: ["count_raised"],
        moves: [{ from: 4, to: 10, keys: 1 }],
        strip: [{ from: "2026-10-05T05:02:00Z", to: "2026-10-06T05:02:00Z", rows: [1, 0] }],
      },
    ],
    otherTopics: 0,
  },
});
const mask = (...masked: string[]) => maskCauses(CAUSES, masked, COLUMNS);

test("without a masked column among them causes stay as they are", () => {
  expect(mask("email")).toEqual(CAUSES);
});

test("a masked measure is not summed, since the sum of one row is its value", () => {
  expect(JSON.stringify(mask("AMOUNT"))).not.toContain("84.90");
  expect(mask("amount").measure).toEqual({ value: null, reason: "Column amount is masked, so it is not summed." });
});

test("masked topics, times and partitions are not told by what explains them", () => {
  expect(JSON.stringify(mask("meta"))).not.toContain("patients");
  expect(JSON.stringify(mask("t"))).not.toContain("2026-10");
  expect(mask("p").drift).toBeNull();
});

test("masking what is masked changes nothing", () => {
  const all = ["amount", "meta", "t"];
  expect(maskCauses(mask(...all), all, COLUMNS)).toEqual(mask(...all));
});
