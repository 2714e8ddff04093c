import { crc32, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { toPalettePng } from "./palette-png.ts";

test.each([...["none", "sub", "up", "average", "paeth"].entries()])(
  "a picture with few colors keeps each of its pixels, filtered by %i (%s)",
  (filter) => {
    const pixels = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [9, 8, 7],
      [255, 0, 0],
      [1, 2, 3],
    ];
    expect(pixelsOf(toPalettePng(pngOf(pixels, { width: 3, filter })))).toEqual(pixels);
  },
);

test("of more colors than a palette holds the frequent ones stay and the others are near", () => {
  const many = Array.from({ length: 900 }, (_, at) => [at % 256, (at * 7) % 256, (at * 3) % 256]);
  const pixels = [...Array.from({ length: 100 }, () => [18, 52, 86]), ...many];
  const kept = pixelsOf(toPalettePng(pngOf(pixels, { width: 100, filter: 0 })));
  expect(kept[0]).toEqual([18, 52, 86]);
  for (const [place, color] of pixels.entries()) {
    for (const [channel, value] of color.entries()) expect(Math.abs((kept[place]?.[channel] ?? -999) - value)).toBeLessThan(40);
  }
});

test("what is no PNG is refused", () => {
  expect(() => toPalettePng(Buffer.from("no picture at all"))).toThrow("no PNG");
});

/** An RGB picture, written with one filter for all rows. */
function pngOf(pixels: readonly number[][], { width, filter }: { width: number; filter: number }): Buffer {
  const height = pixels.length / width;
  const stride = width * 3;
  const raw = Buffer.from(pixels.flat());
  const rows = Buffer.alloc((stride + 1) * height);
  for (let at = 0; at < raw.length; at += 1) {
    const [y, x] = [Math.floor(at / stride), at % stride];
    const left = x < 3 ? 0 : (raw[at - 3] ?? 0);
    const up = y === 0 ? 0 : (raw[at - stride] ?? 0);
    const corner = x < 3 || y === 0 ? 0 : (raw[at - stride - 3] ?? 0);
    const estimate = left + up - corner;
    const paeth = [left, up, corner].toSorted((a, b) => Math.abs(estimate - a) - Math.abs(estimate - b))[0] ?? 0;
    rows[y * (stride + 1)] = filter;
    rows[y * (stride + 1) + 1 + x] = ((raw[at] ?? 0) - ([0, left, up, (left + up) >> 1, paeth][filter] ?? 0)) & 255;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    ["IHDR", header],
    ["IDAT", deflateSync(rows)],
    ["IEND", Buffer.alloc(0)],
  ] as const;
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts.map(([name, data]) => chunkOf(name, data))]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The pixels of a PNG with a palette and unfiltered rows. */
function pixelsOf(png: Buffer): number[][] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [palette = Buffer.alloc(0), data = Buffer.alloc(0)] = [chunks.get("PLTE"), chunks.get("IDAT")];
  const width = chunks.get("IHDR")?.readUInt32BE(0) ?? 0;
  const places = [...inflateSync(data)].filter((_, at) => at % (width + 1) !== 0);
  return places.map((place) => [...palette.subarray(place * 3, place * 3 + 3)]);
}
