import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { DoubleTable } from "#lib/testing/catalog-double.ts";

/** Copies of committed tables' folders that a test may spoil; the test file removes them. */
export class TableCopies {
  readonly #folders: string[] = [];

  of({ folder }: DoubleTable): string {
    const copy = mkdtempSync(join(tmpdir(), "bergwatch-copy-"));
    this.#folders.push(copy);
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  /** One whose metadata and manifests name another place. */
  movedTo(table: DoubleTable, from: string, to: string): string {
    const copy = this.of(table);
    renameInText(join(copy, "metadata", table.metadataFile), from, to);
    renameInAvro(copy, /\.avro$/, "", { from, to });
    return copy;
  }

  remove(): void {
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true });
  }
}

export function renameInText(file: string, from: RegExp | string, to = "s3://evil"): void {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(from, to));
}

/**
 * Replaces a place in each Avro file of a table's metadata whose name matches and that contains the marker and not `unless`. Files have one block
 * each.
 */
export function renameInAvro(
  folder: string,
  names: RegExp,
  marker: string,
  { from = "s3://lake", to = "s3://evil", unless }: { from?: string; to?: string; unless?: string } = {},
): void {
  for (const name of readdirSync(join(folder, "metadata")).filter((file) => file.endsWith(".avro") && names.test(file))) {
    const file = join(folder, "metadata", name);
    const bytes = readFileSync(file);
    const sync = bytes.subarray(-16);
    const count = bytes.indexOf(sync) + 16;
    const size = endOfLong(bytes, count);
    const plain = inflateRawSync(bytes.subarray(endOfLong(bytes, size), -16));
    if (!plain.includes(marker) || (unless !== undefined && plain.includes(unless))) continue;
    const block = deflateRawSync(renamed(plain, from, to));
    writeFileSync(file, Buffer.concat([bytes.subarray(0, size), long(block.length), block, sync]));
  }
}

function renamed(plain: Buffer, from: string, to: string): Buffer {
  const parts: Buffer[] = [];
  let done = 0;
  for (let at = plain.indexOf(from); at >= 0; at = plain.indexOf(from, at + 1)) {
    // The path's length stands before it, in two bytes from 64 characters on.
    const start = (plain[at - 2] ?? 0) > 127 ? at - 2 : at - 1;
    const length = readLong(plain, start);
    parts.push(plain.subarray(done, start), long(length + to.length - from.length), Buffer.from(to));
    done = at + from.length;
  }
  return Buffer.concat([...parts, plain.subarray(done)]);
}

function endOfLong(bytes: Buffer, at: number): number {
  let end = at;
  while ((bytes[end] ?? 0) > 127) end++;
  return end + 1;
}

function readLong(bytes: Buffer, at: number): number {
  let value = 0;
  for (let end = endOfLong(bytes, at) - 1; end >= at; end--) value = value * 128 + ((bytes[end] ?? 0) & 127);
  return value / 2;
}

function long(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value * 2;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
