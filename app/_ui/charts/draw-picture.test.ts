import { expect, test } from "vitest";
import { drawPicture, type PictureOf } from "./draw-picture.ts";

const CHART: PictureOf = {
  title: "Delete ratio",
  says: "Deletes to apply per row: 0.558 at the end.",
  facts: "pricing.prices · 17 Sept – 1 Oct · times in Europe/Berlin",
  legend: [{ label: "deletes per row 0.558", color: "var(--series)", isLine: true, isDashed: false }],
  scale: { from: 0, to: 100, width: 458 },
  height: 110,
  rows: [{ at: 0, part0: 0.1 }, { at: 50 }, { at: 60, part0: 0.5 }, { at: 100, part0: 0.6, hollow0: 0.6 }],
  layers: [
    { key: "part0", kind: "line", color: "var(--series)" },
    { key: "hollow0", kind: "hollow", color: "var(--series)" },
  ],
  top: 1,
  levels: [0, 0.5, 1],
  ticks: [{ at: 50, label: "Mon 21" }],
  gaps: [{ from: 0, to: 60, word: "not read" }],
  bands: [{ from: 0, to: 50, low: -1, high: 0.2 }],
  limits: [{ at: 0.5, severity: "alert", text: "alert at 0.500" }],
  first: { at: 60, words: ["Limit crossed", "Mon 28 Sept, 23:43"] },
};
const colorOf = (name: string) => (name === "--surface" ? "#0e1317" : "#123456");

test("a picture says by itself which table, range, zone, series, limit and mark it shows, on the theme's background", () => {
  const { svg, width, height } = drawPicture(CHART, colorOf);
  for (const words of [
    "Delete ratio",
    CHART.facts,
    CHART.says,
    "deletes per row 0.558",
    "alert at 0.500",
    "Limit crossed",
    "Mon 21",
    "not read",
  ])
    expect(svg).toContain(`>${words}</text>`);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="490" [^>]*><rect width="490" height="222" fill="#0e1317"\/>/);
  expect([width, height]).toEqual([490, 222]);
});

test("nothing of the page is needed to see it, and a line stops where a number is missing", () => {
  const { svg } = drawPicture(CHART, colorOf);
  expect(svg).not.toMatch(/var\(|href|<script|NaN|undefined/);
  expect(svg.match(/<path d="M[^"]*" fill="none" stroke="#123456"/g)).toHaveLength(2);
});

test("a name cannot break out of its words", () => {
  const { svg } = drawPicture({ ...CHART, facts: 'a"b<script>&\u0000\ud800' }, colorOf);
  expect(svg).toContain("a&quot;b&lt;script&gt;&amp;\ufffd\ufffd</text>");
});
