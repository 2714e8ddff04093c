import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { AppError } from "#lib/errors.ts";
import type { CatalogDouble, DoubleTable } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";
import { everythingOf, faultOf, Lakes } from "#lib/testing/lakes.ts";
import { TableCopies } from "#lib/testing/table-copies.ts";

const lakes = new Lakes();
const copies = new TableCopies();
afterEach(async () => await lakes.closeAll());
afterAll(async () => {
  copies.remove();
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
      /is in another region.*Name the right region/,
    ],
    ["answers with half a file", avro, "short", /^The manifest list s3:\/\/\S+ cannot be read: its store does not answer, or breaks off/],
    ["says another length than it gives", avro, "wrong length", /^The manifest list s3:\/\/\S+ cannot be read/],
    [
      "answers with a web page for the metadata",
      metadata,
      "html",
      /^The store returned a web page instead of s3:\/\/\S+v6\.metadata\.json.*endpoint/,
    ],
    ["answers with a web page for a manifest", avro, "html", /^The manifest list s3:\/\/\S+ cannot be read/],
    ["answers with a web page for data", parquet, "html", /No magic bytes.*\.parquet.*a sign-in page or a proxy/],
    ["has lost a manifest", /m0\.avro$/, "gone", /^The manifest s3:\/\/\S+ is gone: s3:\/\/\S+ does not exist\. Restore it/],
    ["has lost a data file", /data\.parquet$/, "gone", /is gone: s3:\/\/\S+data\.parquet does not exist\. Restore/],
  ])("it %s", async (_, files, behavior, message) => {
    const { double, read } = await lakes.open();
    double.store.misbehave = (path) => (files.test(path) ? behavior : null);
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

  test("it fails the first time for each file, which is asked again", async () => {
    const { double, read } = await lakes.open();
    const asked = new Set<string>();
    double.store.misbehave = (path) => {
      if (asked.has(path)) return null;
      asked.add(path);
      return "busy";
    };
    expect(await read()).toMatchObject(WHOLE);
    expect(asked.size).toBeGreaterThan(3);
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
        /credentials for its store have expired \(\S+data\.parquet: HTTP 400, ExpiredToken.*longer-lived ones.*shop\.orders of the catalog lake/,
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
      if (!path.endsWith("data.parquet")) return null;
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
    const moved = { ...other, folder: copies.movedTo(other, "s3://lake/shop.db/orders", other.location) };
    goneOnce(double, () => {
      double.store.serve(moved.location, moved.folder);
      double.options.tables = [moved];
    });
    const facts = await read();
    expect(facts.table).toMatchObject({ metadataFile: "s3://lake/shop.db/orders-2/metadata/v7.metadata.json" });
    expect(facts.table.uuid).not.toBe(before);
    expect(facts.trust.level).toBe("exact");
  });

  test("and only lost a file is told so, without another reading", async () => {
    const { double, read } = await lakes.open();
    double.store.misbehave = (path) => (path.endsWith("data.parquet") ? "gone" : null);
    await faultOf(read());
    expect(double.requests.filter(({ path }) => path.endsWith("/orders"))).toHaveLength(2);
    expect(double.store.requests.filter(({ accessKeyId, path }) => accessKeyId === "VENDED2" && path !== "")).toEqual([]);
  });
});
