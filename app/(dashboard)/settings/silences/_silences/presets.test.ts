import { expect, test } from "vitest";
import { spanOfPreset, type Preset } from "./presets.ts";

const ZONE = "Europe/Berlin";
/** A Monday, and a Saturday. */
const MONDAY = new Date("2026-11-30T10:00:00Z");
const SATURDAY = new Date("2026-12-05T10:00:00Z");

function span(preset: Preset, now = MONDAY, typed = { from: "", until: "" }) {
  const found = spanOfPreset(preset, { now, zone: ZONE, typed });
  return found && [found.from?.toISOString() ?? null, found.until.toISOString()];
}

test("the presets end by the reader's own clock", () => {
  expect(span("hour")).toEqual([null, "2026-11-30T11:00:00.000Z"]);
  expect(span("tomorrow")).toEqual([null, "2026-12-01T08:00:00.000Z"]);
});

test("a weekend lasts from Saturday to Monday at nine, and has begun where it is one", () => {
  expect(span("weekend")).toEqual(["2026-12-04T23:00:00.000Z", "2026-12-07T08:00:00.000Z"]);
  expect(span("weekend", SATURDAY)).toEqual([null, "2026-12-07T08:00:00.000Z"]);
  expect(span("weekend", new Date("2026-12-06T22:30:00Z"))).toEqual([null, "2026-12-07T08:00:00.000Z"]);
});

test("a span of one's own begins now unless it says when, and is none without an end", () => {
  expect(span("span", MONDAY, { from: "", until: "2026-12-01T09:00" })).toEqual([null, "2026-12-01T08:00:00.000Z"]);
  expect(span("span", MONDAY, { from: "2026-12-01T07:00", until: "2026-12-01T09:00" })?.[0]).toBe("2026-12-01T06:00:00.000Z");
  expect([span("span"), span("span", MONDAY, { from: "soon", until: "2026-12-01T09:00" })]).toEqual([null, null]);
});
