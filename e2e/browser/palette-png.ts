import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Pictures of pages have few colors; with a palette of them a file is a third as large. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLORS_MAX = 256;
/** The most frequent ones, such as surfaces and text, stay exactly as they are. */
const COLORS_KEPT = 96;

interface Pixels {
  width: number;
  height: number;
  /** 0xRRGGBB for each pixel, row by row. */
  colors: Uint32Array;
}

/** An opaque PNG of 8-bit RGB or RGBA, as Chromium writes it, as one with at most 256 colors. Throws for any other PNG. */
export function toPalettePng(png: Buffer): Buffer {
  const { width, height, colors } = decode(png);
  const palette = choosePalette(countColors(colors));
  const places = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colors[y * width + x] ?? 0;
      let place = places.get(color);
      if (place === undefined) places.set(color, (place = nearest(palette, color)));
      rows[y * (width + 1) + x + 1] = place;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, by palette.
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap(channels));
  const parts = [
    ["IHDR", header],
    ["PLTE", table],
    ["IDAT", deflateSync(rows, { level: 9, memLevel: 9 })],
    ["IEND", Buffer.alloc(0)],
  ] as const;
  return Buffer.concat([SIGNATURE, ...parts.map(([name, data]) => chunk(name, data))]);
}

function decode(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error("This is no PNG.");
  const data: Buffer[] = [];
  let header: Buffer | null = null;
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (name === "IHDR") header = content;
    if (name === "IDAT") data.push(content);
    at += length + 12;
  }
  const kind = header?.[9];
  if (header === null || header[8] !== 8 || (kind !== 2 && kind !== 6) || header[12] !== 0)
    throw new Error("This PNG is not 8-bit RGB or RGBA.");
  const [width, height, size] = [header.readUInt32BE(0), header.readUInt32BE(4), kind === 2 ? 3 : 4];
  const bytes = unfilter(inflateSync(Buffer.concat(data)), { height, stride: width * size, size });
  const colors = new Uint32Array(width * height);
  for (let at = 0; at < colors.length; at += 1) {
    const from = at * size;
    colors[at] = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
  }
  return { width, height, colors };
}

/** Undoes what PNG does to each row before it is compressed. */
function unfilter(raw: Buffer, { height, stride, size }: { height: number; stride: number; size: number }): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < size ? 0 : (out[at - size] ?? 0);
      const up = y === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = x < size || y === 0 ? 0 : (out[at - stride - size] ?? 0);
      out[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** Each color with how many pixels have it, the most frequent first. */
function countColors(colors: Uint32Array): [number, number][] {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || a - b);
}

/** The most frequent colors as they are, and the means of the rest, cut into boxes where they differ most. */
function choosePalette(counted: readonly [number, number][]): number[] {
  if (counted.length <= COLORS_MAX) return counted.map(([color]) => color);
  const boxes = [counted.slice(COLORS_KEPT)];
  while (boxes.length < COLORS_MAX - COLORS_KEPT) {
    boxes.sort((a, b) => spread(b).range * Math.sqrt(b.length) - spread(a).range * Math.sqrt(a.length));
    const [widest, ...rest] = boxes;
    if (widest === undefined || widest.length < 2) break;
    const { channel } = spread(widest);
    const sorted = widest.toSorted(([a], [b]) => (channels(a)[channel] ?? 0) - (channels(b)[channel] ?? 0));
    boxes.splice(0, boxes.length, ...rest, sorted.slice(0, sorted.length >> 1), sorted.slice(sorted.length >> 1));
  }
  return [...counted.slice(0, COLORS_KEPT).map(([color]) => color), ...boxes.map(mean)];
}

function spread(box: readonly [number, number][]): { channel: number; range: number } {
  const ranges = [0, 1, 2].map((channel) => {
    const values = box.map(([color]) => channels(color)[channel] ?? 0);
    return values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
  });
  const range = Math.max(...ranges);
  return { channel: ranges.indexOf(range), range };
}

function mean(box: readonly [number, number][]): number {
  const total = box.reduce((sum, [, count]) => sum + count, 0);
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) =>
    Math.round(box.reduce((sum, [color, count]) => sum + (channels(color)[channel] ?? 0) * count, 0) / total),
  );
  return (red << 16) | (green << 8) | blue;
}

function nearest(palette: readonly number[], color: number): number {
  const [red = 0, green = 0, blue = 0] = channels(color);
  let [best, least] = [0, Infinity];
  for (const [place, known] of palette.entries()) {
    const [r = 0, g = 0, b = 0] = channels(known);
    const away = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (away < least) [best, least] = [place, away];
  }
  return best;
}

function channels(color: number): number[] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
