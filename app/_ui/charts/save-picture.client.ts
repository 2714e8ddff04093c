"use client";

import type { Picture } from "./draw-picture.ts";

/** Dots of the picture per pixel of the page, so that it stays sharp on a projector. */
const DENSITY = 2;

/** Saves a picture as a PNG file, in the browser alone. Throws an Error when the browser cannot draw it. */
export async function savePicture({ svg, width, height }: Picture, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const file = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/png");
  });
  if (file === null) throw new Error("The browser could not draw the picture.");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The value of a variable of the page's theme. */
export function themeColor(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
