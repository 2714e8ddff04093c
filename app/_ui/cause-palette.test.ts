import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CAUSE_HUES } from "#lib/contracts/cause-look.ts";

type Triple = readonly [number, number, number];

const TOKENS = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const HUES = CAUSE_HUES.filter((hue) => hue !== "grey");

/** How colors look to eyes without one kind of cone, on linear RGB (Machado, Oliveira and Fernandes 2009, full strength). */
const SIGHTS: Record<string, readonly Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** In OKLab, times 100. */
const DISTANCE_MIN = 9.5;

function tokenOf(name: string, theme: "light" | "dark"): Triple {
  const at = TOKENS.indexOf("data-mantine-color-scheme");
  const part = theme === "light" ? TOKENS.slice(0, at) : TOKENS.slice(at);
  const hex = new RegExp(`--${name}: #([\\da-f]{6});`).exec(part)?.[1] ?? "";
  const channel = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}

function times(matrix: readonly Triple[], [r, g, b]: Triple): Triple {
  const [x = 0, y = 0, z = 0] = matrix.map(([p, q, s]) => p * r + q * g + s * b);
  return [x, y, z];
}

function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Triple, other: Triple): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function oklab(linear: Triple): Triple {
  const lms = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(lms[0]), Math.cbrt(lms[1]), Math.cbrt(lms[2])],
  );
}

function distance(one: Triple, other: Triple): number {
  return 100 * Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

describe.each(["light", "dark"] as const)("the colors of causes on a %s surface", (theme) => {
  test.each(CAUSE_HUES)("have a contrast of 3 at least: %s", (hue) => {
    expect(contrast(tokenOf(`c-${hue}`, theme), tokenOf("surface", theme))).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(SIGHTS))("are told apart by %s sight", (_, sight) => {
    const seen = HUES.map((hue) => ({
      hue,
      lab: oklab(times(sight, tokenOf(`c-${hue}`, theme)).map((one) => Math.min(1, Math.max(0, one))) as unknown as Triple),
    }));
    const close = seen.flatMap((one, at) =>
      seen.slice(at + 1).flatMap((other) => (distance(one.lab, other.lab) < DISTANCE_MIN ? [`${one.hue} and ${other.hue}`] : [])),
    );
    expect(close).toEqual([]);
  });
});
