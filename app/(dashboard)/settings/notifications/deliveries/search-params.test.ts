import { expect, test } from "vitest";
import { deliverySearchLink, EVERY_DELIVERY, isFiltered, readAfter, readDeliverySearch } from "./search-params.ts";

const paramsOf = (link: string) => Object.fromEntries(new URL(link, "http://x").searchParams);

test("what is asked for stands in the address, and comes back from it", () => {
  const search = { channel: "#orders & co", state: "failed", kind: "several", incident: "00000000-0000-4000-8000-000000000001" } as const;
  const last = { createdAt: new Date("2026-11-24T03:00:00.123Z"), id: 31 };
  const link = deliverySearchLink(EVERY_DELIVERY, search, last);
  expect(readDeliverySearch(paramsOf(link))).toEqual(search);
  expect(readAfter(paramsOf(link))).toEqual(last);
  expect([isFiltered(search), isFiltered(EVERY_DELIVERY)]).toEqual([true, false]);
});

test.each([{ state: "lost", kind: "letter", incident: "INC-1", channel: "" }, { state: ["failed"], channel: "a\0b" }, {}])(
  "what nobody knows is taken for not said (%#)",
  (params) => {
    expect(readDeliverySearch(params)).toEqual(EVERY_DELIVERY);
  },
);

test.each([
  "",
  "x_1",
  "2026-11-24T03:00:00.123Z",
  "2026-99-99T03:00:00.123Z_1",
  "2026-11-24T03:00:00.123Z_-1",
  "2026-11-24T03:00:00.123Z_9999999999999999",
])("%j begins with the newest", (after) => {
  expect(readAfter({ after })).toBeUndefined();
});
