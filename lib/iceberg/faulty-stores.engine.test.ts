import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AppError } from "#lib/errors.ts";
import type { CatalogDouble, DoubleTable } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";
import { everythingOf, faultOf, Lakes, ORDERS } from "#lib/testing/lakes.ts";

const lakes = new Lakes();
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bergwatch-faulty-"));
});
afterEach(async () => await lakes.closeAll());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await lakes.end();
});

const VECTORS = { folderName: "relocated_vectors", metadataFile: "v7.metadata.json" };
const WHOLE = { keyProfile: { rows: 11, distinctKeys: 8, duplicatedKeys: 3 }, trust: { level: "exact" } };

function expectNoSecret(fault: AppError): void {
  expect(everythingOf(fault)).not.toMatch(/vended\/secret|session-token-|ya29/);
}

describe("what a store does wrong in the middle of a reading names the file, the address, the table and the mend; the next reading works", () => {
  const avro = /\.avro$/;
  const parquet = /\.parquet$/;
  const metadata = /\.json$/;
  test.each<[string, RegExp, ReturnType<CatalogDouble["store"]["misbehave"]>, RegExp]>([
    [
      "is busy (503)",
      avro,
      "busy",
      /^The manifest list s3:\/\/\S+ cannot be read: its store does not serve it.*HTTP 503.*nothing is known against the table/,
    ],
    ["fails (500)", parquet, { status: 500, code: "InternalError" }, /\.parquet: HTTP 500\)\. The store is busy or ill/],
    ["wants fewer requests (429)", metadata, { status: 429, code: "SlowDown" }, /^The metadata file s3:\/\/\S+ .*HTTP 429/],
    [
      "does not know us (401)",
      metadata,
      { status: 401, code: "Unauthorized" },
      /its store refuses the request \(\S+: HTTP 401, Unauthorized.*Check that the credentials/,
    ],
    [
      "forbids a file (403)",
      parquet,
      { status: 403, code: "AccessDenied" },
      /its store refuses the request \(\S+\.parquet: HTTP 403, AccessDenied/,
    ],
    ["says that a session is over (419)", metadata, { status: 419, code: "LoginTimeout" }, /its store refuses the request \(\S+: HTTP 419/],
    [
      "is of another region",
      metadata,
      { status: 400, code: "AuthorizationHeaderMalformed" },
      /lies in another region.*Name the right region/,
    ],
    ["answers with half a file", avro, "short", /^The manifest list s3:\/\/\S+ cannot be read: its store does not answer, or breaks off/],
    ["says another length than it gives", avro, "wrong length", /^The manifest list s3:\/\/\S+ cannot be read/],
    [
      "answers with a web page for the metadata",
      metadata,
      "html",
      /^In the place of s3:\/\/\S+v6\.metadata\.json comes a web page.*endpoint/,
    ],
    ["answers with a web page for a manifest", avro, "html", /^The manifest list s3:\/\/\S+ cannot be read/],
    ["answers with a web page for data", parquet, "html", /No magic bytes.*\.parquet.*a sign-in page or a proxy/],
    ["has lost a manifest", /m0\.avro$/, "gone", /^The manifest s3:\/\/\S+ is gone: s3:\/\/\S+ does not exist\. Restore it/],
    ["has lost a data file", /data\.parquet$/, "gone", /is gone: s3:\/\/\S+data\.parquet does not exist\. Restore/],
  ])("it %s", async (_, files, behaviour, message) => {
    const { double, read } = await lakes.open();
    double.store.misbehave = (path) => (files.test(path) ? behaviour : null);
    const fault = await faultOf(read());
    expect(fault).toMatchObject({ code: "table_unreadable", message: expect.stringMatching(message) });
    expect(fault.message).toContain("(This is the table shop.orders of the catalog lake.)");
    expectNoSecret(fault);
    double.store.misbehave = () => null;
    expect(await read()).toMatchObject(WHOLE);
  });

  test("it is slower than the reading may take", async () => {
    const { double, read } = await lakes.open();
    double.store.misbehave = (path) => (parquet.test(path) ? "hangs" : null);
    const fault = await faultOf(read({}, { durationMsMax: 4000 }));
    expect(fault).toMatchObject({ code: "too_slow", message: expect.stringMatching(/4 s/) });
    double.store.misbehave = () => null;
    expect(await read()).toMatchObject(WHOLE);
  });

  test("it fails every other time, which is asked again", async () => {
    const { double, read } = await lakes.open();
    let asked = 0;
    double.store.misbehave = () => (asked++ % 2 === 0 ? "busy" : null);
    expect(await read()).toMatchObject(WHOLE);
  });
});

describe("credentials that end in the middle of a reading", () => {
  const endAt = (double: CatalogDouble, files: RegExp, once: boolean): void => {
    let ended = false;
    double.store.misbehave = (path) => {
      if (!files.test(path) || (once && ended)) return null;
      ended = true;
      for (const credential of double.store.credentials) credential.expired = true;
      return { status: 400, code: "ExpiredToken" };
    };
  };

  test("are fetched anew, once, and the reading begins again", async () => {
    const { double, read } = await lakes.open();
    endAt(double, /data\.parquet$/, true);
    const phases: string[] = [];
    expect(await read({}, { onProgress: ({ phase }) => void phases.push(phase) })).toMatchObject(WHOLE);
    expect(double.store.credentials).toHaveLength(2);
    expect(phases.filter((phase) => phase === "starting").length).toBeGreaterThan(1);
  });

  test("and end again are told with the mend, and the next reading asks for new ones", async () => {
    const { double, read } = await lakes.open();
    endAt(double, /data\.parquet$/, false);
    const fault = await faultOf(read());
    expect(fault).toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(
        /credentials for its store have expired \(\S+data\.parquet: HTTP 400, ExpiredToken.*last as long as a reading.*shop\.orders of the catalog lake/,
      ),
    });
    expectNoSecret(fault);
    expect(double.store.credentials).toHaveLength(2);
    double.store.misbehave = () => null;
    expect(await read()).toMatchObject(WHOLE);
  });

  test("that were refused from the start are not asked for again", async () => {
    const { double, read } = await lakes.open();
    double.store.misbehave = () => ({ status: 403, code: "AccessDenied" });
    await faultOf(read());
    expect(double.store.credentials).toHaveLength(1);
  });
});

describe("a table that changes between plan and scan", () => {
  const goneOnce = (double: CatalogDouble, then: () => void): void => {
    double.store.misbehave = (path) => {
      if (!/data\.parquet$/.test(path)) return null;
      then();
      double.store.misbehave = () => null;
      return "gone";
    };
  };

  test("and was dropped is said to have been there", async () => {
    const { double, read } = await lakes.open();
    goneOnce(double, () => (double.options.tables = []));
    expect(await faultOf(read())).toMatchObject({
      code: "table_not_found",
      message: expect.stringMatching(
        /The catalog lake .* has no such thing as the table shop\.orders.*It was there when this reading began/,
      ),
    });
    double.options.tables = [aCatalogTable()];
    expect(await read()).toMatchObject(WHOLE);
  });

  test("and was made anew is read as what it is now, with its own uuid", async () => {
    const { double, read } = await lakes.open();
    const before = (await read()).table.uuid;
    const other: DoubleTable = { ...aCatalogTable(VECTORS), location: "s3://lake/shop.db/orders-2" };
    goneOnce(double, () => {
      double.options.tables = [other];
      double.store.serve("s3://lake/shop.db/orders-2", folderOf(other, "s3://lake/shop.db/orders", "s3://lake/shop.db/orders-2"));
      double.options.tables = [{ ...other, folder: folderOf(other, "s3://lake/shop.db/orders", "s3://lake/shop.db/orders-2") }];
    });
    const facts = await read();
    expect(facts.table).toMatchObject({ metadataFile: "s3://lake/shop.db/orders-2/metadata/v7.metadata.json" });
    expect(facts.table.uuid).not.toBe(before);
    expect(facts.trust.level).toBe("exact");
  });

  test("and only lost a file is told so, without another reading", async () => {
    const { double, read } = await lakes.open();
    double.store.misbehave = (path) => (/data\.parquet$/.test(path) ? "gone" : null);
    await faultOf(read());
    expect(double.requests.filter(({ path }) => path.endsWith("/orders"))).toHaveLength(2);
    expect(double.store.requests.filter(({ accessKeyId, path }) => accessKeyId === "VENDED2" && path !== "")).toEqual([]);
  });
});

describe("a file outside the allowed places is named and not asked for", () => {
  const metadata = "v6.metadata.json";
  test.each<[string, { folderName?: string; metadataFile?: string }, (folder: string) => void, RegExp]>([
    [
      "a manifest list",
      {},
      (at) => rewriteText(join(at, "metadata", metadata), /s3:\/\/lake(?=\/\S*snap-)/g),
      /names s3:\/\/evil\/\S+snap-\S+\.avro/,
    ],
    ["a manifest", {}, (at) => rewriteAvro(at, /^snap-/, ""), /names s3:\/\/evil\/\S+m0\.avro/],
    ["a data file", {}, (at) => rewriteAvro(at, /m0\.avro$/, "-data.parquet"), /names s3:\/\/evil\/\S+-data\.parquet/],
    ["a position-delete file", {}, (at) => rewriteAvro(at, /m0\.avro$/, "-positions.parquet"), /names s3:\/\/evil\/\S+-positions\.parquet/],
    ["an equality-delete file", {}, (at) => rewriteAvro(at, /m0\.avro$/, "-equality.parquet"), /names s3:\/\/evil\/\S+-equality\.parquet/],
    ["a file of deletion vectors", VECTORS, (at) => rewriteAvro(at, /m0\.avro$/, ".puffin"), /names s3:\/\/evil\/\S+\.puffin/],
  ])("%s", async (_, table, spoil, message) => {
    const spoilt = folderOf(aCatalogTable(table));
    spoil(spoilt);
    const { double, read } = await lakes.open({ tables: [{ ...aCatalogTable(table), folder: spoilt }] });
    const fault = await faultOf(read());
    expect(fault).toMatchObject({ code: "table_unreadable", message: expect.stringMatching(message) });
    expect(fault.message).toMatch(
      /outside the places where this table's files may lie \(s3:\/\/lake\/shop\.db\/orders\).*places of the catalog.*shop\.orders of the catalog lake/,
    );
    expect(double.store.requests.filter(({ path }) => path.startsWith("/evil"))).toEqual([]);
  });
});

describe("odd names of catalog, namespace and table find their table, and stand in messages as they are", () => {
  test.each([
    [["a.b"], "or.ders"],
    [["a/b", "c%2Fd"], "or/ders"],
    [["Größe", "表"], "данные"],
    [["two words"], " spaced "],
    [["it's", 'say "hi"'], "o'r\"d"],
    [["?&#+"], "%20;=*[x]"],
  ])("%j %j", async (namespace, name) => {
    const { read } = await lakes.open({ tables: [{ ...aCatalogTable(), namespace, name }] });
    const { formatCatalogLocation, formatTableName } = await import("#lib/catalog-table.ts");
    const location = formatCatalogLocation({ catalog: "lake", namespace, table: name });
    expect(await read({ location })).toMatchObject(WHOLE);
    const other = { namespace, table: `${name}2` };
    const fault = await faultOf(read({ location: formatCatalogLocation({ catalog: "lake", ...other }) }));
    expect(fault).toMatchObject({ code: "table_not_found", message: expect.stringContaining(`the table ${formatTableName(other)}`) });
  });
});

describe("Google's store", () => {
  const tables = [{ ...aCatalogTable(), location: "gs://lake/shop.db/orders" }];

  test("is read with the token that the catalog gives, and a token that ends is fetched anew", async () => {
    const { double, read } = await lakes.open({ vends: null, tables: [onGoogle()] });
    const vend = (): void => {
      const config = { ...double.store.vendToken(), "gcs.service.host": double.store.endpoint };
      double.options.tables = [{ ...onGoogle(), says: { "storage-credentials": [{ prefix: "gs://lake/shop.db/orders", config }] } }];
    };
    double.misbehave = ({ path }) => {
      if (path.endsWith("/orders")) vend();
      return null;
    };
    let ended = false;
    double.store.misbehave = (path) => {
      if (ended || !path.endsWith("data.parquet")) return null;
      ended = true;
      for (const credential of double.store.credentials) credential.expired = true;
      return { status: 401, code: "AuthenticationRequired" };
    };
    const facts = await read();
    expect(facts).toMatchObject({ ...WHOLE, table: { metadataFile: "gs://lake/shop.db/orders/metadata/v6.metadata.json" } });
    expect(double.store.credentials).toHaveLength(2);
  });

  test("is read with an HMAC key of the configuration, by the place and under the older name gcs:", async () => {
    const { double } = await lakes.open({ tables: [onGoogle()] });
    double.store.credentials.push({ accessKeyId: "GOOG1", sessionToken: "", region: "", expired: false });
    const from = (name: string) => ({ from: "environment" as const, name });
    const credentials = { kind: "keys" as const, accessKeyId: from("GOOG1"), secretAccessKey: from("hmac"), sessionToken: null };
    const store = { scope: "gs://lake", endpoint: double.store.endpoint, pathStyle: true, region: null, credentials };
    const read = lakes.reader(double, {}, [store]);
    expect(await read({ location: "gcs://lake/shop.db/orders/metadata/v6.metadata.json" })).toMatchObject(WHOLE);
    expect(await lakes.reader(double, {}, [store])({ location: ORDERS })).toMatchObject(WHOLE);
  });

  test("and whoever gives no credentials to it is told", async () => {
    const { read } = await lakes.open({ vends: null, tables });
    expect(await faultOf(read())).toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/gives no credentials to the files of shop\.orders, and no store is configured for gs:\/\/lake/),
    });
  });

  /** The same table, its metadata as if it lay at Google's. */
  function onGoogle(): DoubleTable {
    const table = aCatalogTable();
    return { ...table, location: "gs://lake/shop.db/orders", folder: folderOf(table, "s3://lake", "gs://lake") };
  }
});

/** A copy of a table's folder, its metadata naming another place. */
function folderOf(table: DoubleTable, from = "", to = ""): string {
  const copy = mkdtempSync(join(folder, "table-"));
  cpSync(table.folder, copy, { recursive: true });
  if (from === "") return copy;
  rewriteText(join(copy, "metadata", table.metadataFile), from, to);
  rewriteAvro(copy, /\.avro$/, "", from, to);
  return copy;
}

function rewriteText(file: string, from: RegExp | string, to = "s3://evil"): void {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(from, to));
}

/** Names another place in each Avro file that holds the marker. Texts carry their length in the byte before, where it changes. */
function rewriteAvro(at: string, names: RegExp, marker: string, from = "s3://lake", to = "s3://evil"): void {
  for (const name of readdirSync(join(at, "metadata")).filter((file) => file.endsWith(".avro") && names.test(file))) {
    const file = join(at, "metadata", name);
    const bytes = readFileSync(file);
    const sync = bytes.subarray(-16);
    const count = bytes.indexOf(sync) + 16;
    const size = endOfLong(bytes, count);
    const plain = inflateRawSync(bytes.subarray(endOfLong(bytes, size), -16));
    if (!plain.includes(marker)) continue;
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
