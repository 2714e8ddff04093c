import { formatTick } from "#lib/units.ts";
import { PLOT_BOTTOM, PLOT_TOP, type Band, type FirstMark, type Gap } from "./plot-marks.tsx";
import type { ChartRow, Layer } from "./series-chart.client.tsx";
import { spanOf, splitRows } from "./split-rows.ts";
import { AXIS_LEFT, AXIS_RIGHT, labelSpan, xOf, type Tick, type TimeScale } from "./time-axis.ts";

/** All that a chart shows, for a picture that stands alone. Colors may be variables of the page's theme. */
export interface PictureOf {
  title: string;
  /** What it means in words. */
  says: string;
  /** The table, the key, the range and the time zone. */
  facts: string;
  legend: readonly { label: string; color: string; isLine: boolean; isDashed: boolean }[];
  scale: TimeScale;
  height: number;
  rows: readonly ChartRow[];
  layers: readonly Layer[];
  top: number;
  levels: readonly number[];
  ticks: readonly Tick[];
  gaps: readonly Gap[];
  bands: readonly Band[];
  limits: readonly { at: number; severity: "warning" | "alert"; text: string }[];
  first: FirstMark | null;
}

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

const PAD = 16;
const HEAD = 84;
const FOOT = 28;
const CHAR_WIDTH = 6.2;

/** The chart as an SVG document that needs nothing of the page; `colorOf` gives the value of a variable such as `--series`. Pure. */
export function drawPicture(of: PictureOf, colorOf: (variable: string) => string): Picture {
  const { scale, height } = of;
  const [width, tall] = [scale.width + 2 * PAD, HEAD + height + FOOT];
  const parts = [
    `<rect width="${width}" height="${tall}" fill="var(--surface)"/>`,
    text(PAD, 28, of.title, { size: 16, weight: 600 }),
    text(PAD, 46, of.facts, { fill: "var(--text-2)" }),
    text(PAD, 62, of.says, { fill: "var(--text-2)" }),
    drawLegend(of),
    `<g transform="translate(${PAD} ${HEAD})">${drawPlot(of)}</g>`,
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${tall}" viewBox="0 0 ${width} ${tall}" font-family="system-ui, sans-serif">${parts.join("")}</svg>`;
  return { svg: svg.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => escape(colorOf(name))), width, height: tall };
}

function drawLegend({ legend }: PictureOf): string {
  let x = PAD;
  return legend
    .map(({ label, color, isLine, isDashed }) => {
      const sign = isLine
        ? `<path d="M${x} 76h14" stroke="${color}" stroke-width="2"${isDashed ? ' stroke-dasharray="4 3"' : ""}/>`
        : `<rect x="${x}" y="71" width="10" height="10" fill="${color}"/>`;
      const said = text(x + 19, 80, label);
      x += 19 + label.length * CHAR_WIDTH + 16;
      return sign + said;
    })
    .join("");
}

function drawPlot(of: PictureOf): string {
  const { scale, height, top, levels, ticks, gaps, bands, limits, first, layers } = of;
  const [left, right] = [AXIS_LEFT, scale.width - AXIS_RIGHT];
  const y = (value: number): number => round(PLOT_TOP + (1 - value / top) * (height - PLOT_TOP - PLOT_BOTTOM));
  const x = (at: number): number => round(Math.min(Math.max(xOf(scale, at), left), right));
  // As in the page: below its line where the top or the newest number is in the way.
  const lastY = lastOf(of, y);
  const isBelow = (line: number): boolean => line < PLOT_TOP + 10 || (lastY !== null && lastY <= line && lastY > line - 20);
  const box = (from: number, to: number, high: number, low: number, fill: string): string =>
    `<rect x="${x(from)}" y="${high}" width="${Math.max(x(to) - x(from), 2)}" height="${Math.max(low - high, 1)}" fill="${fill}"/>`;
  return [
    `<clipPath id="plot"><rect x="${left}" width="${right - left}" height="${height}"/></clipPath>`,
    ...gaps.map(({ from, to }) => box(from, to, PLOT_TOP, height - PLOT_BOTTOM, "var(--inset)")),
    ...bands.map(({ from, to, low, high }) => box(from, to, y(high), y(Math.max(low, 0)), "var(--band-fill)")),
    ...levels.flatMap((level) => [
      `<path d="M${left} ${y(level)}H${right}" stroke="var(${level === 0 ? "--zero" : "--grid"})"/>`,
      text(left - 8, y(level) + 4, formatTick(level), { anchor: "end", fill: "var(--text-2)" }),
    ]),
    ...ticks.map((tick) => text(labelSpan(scale, tick)[0], height + 16, tick.label, { fill: "var(--text-2)" })),
    `<g clip-path="url(#plot)">${layers.map((layer) => drawLayer(layer, of, y)).join("")}</g>`,
    ...limits.flatMap(({ at, severity, text: said }) => [
      `<path d="M${left} ${y(at)}H${right}" stroke="var(--${severity}-fill)" stroke-dasharray="6 3"/>`,
      text(right - 4, isBelow(y(at)) ? y(at) + 13 : y(at) - 4, said, { anchor: "end", fill: `var(--${severity})`, weight: 600 }),
    ]),
    ...(first === null || first.at < scale.from || first.at > scale.to ? [] : [drawFirst(first, { x: x(first.at), left, height })]),
    ...gaps.flatMap(({ from, to, word }) =>
      x(to) - x(from) > word.length * CHAR_WIDTH + 8
        ? [text((x(from) + x(to)) / 2, PLOT_TOP + 28, word, { anchor: "middle", fill: "var(--text-2)" })]
        : [],
    ),
  ].join("");
}

function lastOf({ rows, layers }: PictureOf, y: (value: number) => number): number | null {
  const [line] = layers.filter(({ kind }) => kind === "line" || kind === "area").slice(-1);
  const row = line && rows.findLast((one) => one[line.key] != null);
  return line === undefined || row === undefined ? null : y(spanOf(row, line.key)[1]);
}

function drawFirst({ words }: FirstMark, { x, left, height }: { x: number; left: number; height: number }): string {
  const line = `<path d="M${x} 0V${height - PLOT_BOTTOM}" stroke="var(--alert-fill)" stroke-width="1.5"/>`;
  if (words === null) return line;
  const isLeft = x - left > Math.max(...words.map((word) => word.length)) * CHAR_WIDTH + 8;
  const at = isLeft ? x - 7 : x + 7;
  const anchor = isLeft ? "end" : "start";
  return (
    line +
    text(at, PLOT_TOP + 12, words[0], { anchor, fill: "var(--alert)", weight: 600 }) +
    text(at, PLOT_TOP + 26, words[1], { anchor, fill: "var(--text-2)" })
  );
}

function drawLayer({ key, kind, color, dashed }: Layer, { rows, scale }: PictureOf, y: (value: number) => number): string {
  const corner = (row: ChartRow, edge: 0 | 1): string => `${round(xOf(scale, row.at))} ${y(spanOf(row, key)[edge])}`;
  const stretches = splitRows(rows, key);
  if (kind === "line")
    return stretches
      .map((part) => `M${part.map((row) => corner(row, 1)).join("L")}`)
      .map((d) => `<path d="${d}" fill="none" stroke="${color}" stroke-width="1.75"${dashed ? ' stroke-dasharray="4 3"' : ""}/>`)
      .join("");
  if (kind === "area" || kind === "band") {
    const outline = (part: readonly ChartRow[]): string =>
      `M${part.map((row) => corner(row, 1)).join("L")}L${part
        .toReversed()
        .map((row) => corner(row, 0))
        .join("L")}Z`;
    return stretches.map((part) => `<path d="${outline(part)}" fill="${color}" fill-opacity="${kind === "area" ? 0.75 : 0.25}"/>`).join("");
  }
  const look = kind === "dots" ? `r="2.5" fill="${color}"` : `r="3" fill="var(--surface)" stroke="${color}" stroke-width="1.5"`;
  return stretches
    .flat()
    .map((row) => `<circle cx="${round(xOf(scale, row.at))}" cy="${y(spanOf(row, key)[1])}" ${look}/>`)
    .join("");
}

interface TextLook {
  size?: number;
  weight?: number;
  fill?: string;
  anchor?: "start" | "middle" | "end";
}

function text(
  x: number,
  y: number,
  words: string,
  { size = 11, weight = 400, fill = "var(--text)", anchor = "start" }: TextLook = {},
): string {
  const halo = 'stroke="var(--surface)" stroke-width="3" stroke-linejoin="round" paint-order="stroke"';
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" ${halo}>${escape(words)}</text>`;
}

// Names come from outside; what XML cannot hold would leave no picture at all.
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escape(words: string): string {
  const safe = words.toWellFormed().replaceAll(NO_XML, "\ufffd");
  return safe.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
