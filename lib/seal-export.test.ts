import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainKeyHash } from "#lib/key-hash.ts";
import { sealExport } from "#lib/seal-export.ts";
import { parseArrow, parseCsv } from "#lib/testing/exported-keys.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";

// More than one chunk of a stream, each line of another length, so that hashes lie across their borders; with what CSV has to quote.
const KEYS = Array.from({ length: 5000 }, (_, at) => [`a"${at},\n${"x".repeat(at % 97)}`, plainKeyHash([`value ${at}`])]);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-sealing-"));
});
afterAll(async () => await rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);
const seal = async (format: "csv" | "arrow", name: string) =>
  await sealExport({
    format,
    plain: at(name),
    file: at(`sealed ${name}`),
    keyColumns: 2,
    hashes: KEY_HASHES,
    signal: new AbortController().signal,
  });

test("all hashes of a CSV export are replaced, and nothing else, also no key that looks like a hash", async () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = KEYS.map(([a, hash], row) => `${quoted(a ?? "")},${quoted(hash ?? "")},${plainKeyHash([a ?? ""])},${row}`);
  await writeFile(at("keys.csv"), `${['"a"', '"b"', '"key_hash"', '"rows"'].join(",")}\r\n${lines.join("\r\n")}\r\n`);
  const bytes = await seal("csv", "keys.csv");
  const { keys } = parseCsv(await readFile(at("sealed keys.csv")));
  expect(keys).toEqual(KEYS.map(([a, b], row) => ({ a, b, key_hash: KEY_HASHES.of([a ?? ""]), rows: `${row}` })));
  const { size, mode } = await stat(at("sealed keys.csv"));
  expect([size, mode & 0o777]).toEqual([bytes, 0o600]);
});

test("all hashes of an Arrow export are replaced, and nothing else, in each batch", async () => {
  const utf8 = (values: readonly (string | undefined)[]) => vectorFromArray([...values], new Utf8());
  const columns = {
    a: utf8(KEYS.map(([a]) => a)),
    b: utf8(KEYS.map(([, b]) => b)),
    key_hash: utf8(KEYS.map(([a]) => plainKeyHash([a ?? ""]))),
  };
  await writeFile(at("keys.arrow"), tableToIPC(new Table(columns), "stream"));
  await seal("arrow", "keys.arrow");
  const keys = parseArrow(await readFile(at("sealed keys.arrow")));
  expect(keys).toEqual(KEYS.map(([a, b]) => ({ a, b, key_hash: KEY_HASHES.of([a ?? ""]) })));
});
