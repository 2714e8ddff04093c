import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommandLine } from "#e2e/helpers/command-line.ts";
import { Running, runProgram, Skipped } from "#e2e/integration/programs.ts";
import { registerTables, startRestCatalog } from "#e2e/integration/rest-catalog.ts";
import { startSeaweedFs } from "#e2e/integration/seaweedfs.ts";
import { copyToStore, type S3Store, startMoto, startVersity } from "#e2e/integration/s3-store.ts";
import { findDifferences } from "#lib/testing/find-differences.ts";
import type { TestTableCase } from "#lib/testing/test-tables.ts";

/**
 * Writes the test tables for an object store, copies them into real ones, registers them in a real REST catalog, and asks the command line
 * every question about them: by catalog and by address. What this machine cannot start is skipped, and said.
 * `node e2e/integration/main.ts` takes a handful of tables, `-- --all` all of them; `--written <folder>` those that are written already.
 */

const ADDRESS = "s3://lake/tables";
const NAMESPACE = ["tests", "deep er"];
const HANDFUL =
  /^(append_v2|upserts|upserts_v3|vectors|position_deletes|delete_in_one_partition|time_partitions|odd path|metadata_by_catalog|missing_data_file|truncated_metadata|relocated)(@|#|\?|!|\/|$| )/;
const AT_ONCE = 2;

const all = process.argv.includes("--all");
const given = process.argv.indexOf("--written");
const place = await mkdtemp(join(tmpdir(), "bergwatch integration "));
const running = new Running(join(place, "logs"));
const count = { passed: 0, failed: 0, skipped: 0 };

try {
  const written = given < 0 ? join(place, "written") : (process.argv[given + 1] ?? "");
  await part("the test tables, written for s3://lake/tables", async () => {
    if (given < 0) await runProgram("bash", ["e2e/writer/run.sh", "copy", written, ADDRESS], { cwd: join(import.meta.dirname, "../..") });
  });
  await part("Versity's S3 gateway and Apache's REST catalog", async () => {
    const store = await startVersity(running, join(place, "versity"));
    await copyToStore(store, join(written, "tables"), "lake", "tables");
    // It lists keys without the encoding that is asked for, so that the key's %20 is taken for a space.
    const listed = (await questions(written)).filter(({ name }) => !name.startsWith("odd path"));
    await ask("by address, Versity", listed, await configure(store, null));
    const uri = await startRestCatalog(running, store, join(place, "catalog"));
    const taken = await registerTables({ uri, prefix: "", headers: {} }, NAMESPACE, await metadataFiles(written));
    if (taken.size === 0) throw new Error("the catalog took none of the tables");
    // A wrong hint misleads nobody who is told the metadata file by the catalog.
    const byCatalog = (await questions(written)).flatMap((one) =>
      taken.has(tableOf(one)) && one.name !== "hint_names_no_file" ? [byName(one)] : [],
    );
    await ask("by catalog, Apache's REST catalog", byCatalog, await configure(store, `{ name: real, uri: "${uri}" }`));
  });
  await part("SeaweedFS, its store and its catalog with OAuth2", async () => {
    const { store, catalog } = await startSeaweedFs(running, join(place, "seaweedfs"));
    const some = (await questions(written)).filter(({ name }) => /^(append_v2|upserts_v3|vectors|delete_in_one_partition)/.test(name));
    const names = new Set(some.map(tableOf));
    for (const name of names) await copyToStore(store, join(written, "tables", name), "lake", `tables/${name}`);
    const files = (await metadataFiles(written)).filter(({ name }) => names.has(name));
    const taken = await registerTables(catalog, ["tables"], files);
    if (taken.size < names.size) throw new Error(`the catalog took ${taken.size} of ${names.size} tables`);
    const auth = `{ oauth2: { client_id: "\${STORE_ID}", client_secret: "\${STORE_SECRET}" } }`;
    const entry = `{ name: real, uri: "${catalog.uri}", warehouse: "s3://lake", auth: ${auth} }`;
    await ask(
      "by catalog, SeaweedFS",
      some.map((one) => byName(one, ["tables"])),
      await configure(store, entry),
    );
  });
  await part("moto's S3 server", async () => {
    const store = await startMoto(running);
    await copyToStore(store, join(written, "tables"), "lake", "tables");
    const some = (await questions(written)).filter(({ name }) => /^(upserts_v3|vectors|odd path)/.test(name));
    await ask("by address, moto", some, await configure(store, null));
  });
} finally {
  await running.stop();
  if (count.failed === 0) await rm(place, { recursive: true, force: true });
  else say(`What was written and logged stays in ${place}.`);
}
say(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 ? 1 : 0;

async function part(what: string, work: () => Promise<void>): Promise<void> {
  say(`-- ${what}`);
  try {
    await work();
  } catch (error) {
    if (error instanceof Skipped) {
      count.skipped++;
      say(`skipped: ${error.message}`);
      return;
    }
    count.failed++;
    say(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

async function questions(written: string): Promise<TestTableCase[]> {
  const cases = JSON.parse(await readFile(join(written, "truth.json"), "utf8")) as TestTableCase[];
  return all ? cases : cases.filter(({ name }) => HANDFUL.test(name));
}

function tableOf({ args }: TestTableCase): string {
  const location = args[args.indexOf("--location") + 1] ?? "";
  return location.startsWith(`${ADDRESS}/`) ? location.slice(ADDRESS.length + 1) : "";
}

/** The same question of a catalog's table. A copied table is asked for by its place alone. */
function byName(one: TestTableCase, namespace: readonly string[] = NAMESPACE): TestTableCase {
  const at = one.args.indexOf("--location");
  const name = [...namespace, tableOf(one)].map((level) => (level.includes(".") ? `"${level}"` : level)).join(".");
  // The catalog says which metadata file is the newest: no choice, and no word about one.
  const { reason, ...expected } = one.expect;
  const expect = reason?.endsWith(".metadata.json") ? expected : one.expect;
  return { ...one, expect, args: [...one.args.slice(0, at), "--catalog", "real", "--table", name, ...one.args.slice(at + 2)] };
}

/** How the command line finds the store, and the catalog where there is one: the environment that says so. */
async function configure(store: S3Store, catalog: string | null): Promise<Record<string, string>> {
  const file = join(place, `bergwatch-${new URL(store.endpoint).port}-${catalog === null ? "store" : "catalog"}.yaml`);
  const lines = [
    "tables: []",
    ...(catalog === null ? [] : [`catalogs: [${catalog}]`]),
    "stores:",
    `  - { scope: s3://lake, endpoint: "${store.endpoint}", region: ${store.region}, access_key_id: "\${STORE_ID}", secret_access_key: "\${STORE_SECRET}" }`,
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return { BERGWATCH_CONFIG: file, STORE_ID: store.accessKeyId, STORE_SECRET: store.secretAccessKey };
}

/** Asks each and counts; a secret in what is printed is a failure too. */
async function ask(what: string, asked: readonly TestTableCase[], variables: Record<string, string>): Promise<void> {
  const open = [...asked];
  const started = Date.now();
  let wrong = 0;
  const work = async (): Promise<void> => {
    for (let one = open.shift(); one !== undefined; one = open.shift()) {
      const output = await runCommandLine(["check", ...one.args], variables);
      const found = findDifferences(one.expect, output);
      const honest = found.length === 0 || (one.or ?? []).some((second) => findDifferences(second, output).length === 0);
      const secret = variables["STORE_SECRET"] ?? "";
      const faults = [...(honest ? [] : found), ...(`${output.stdout}${output.stderr}`.includes(secret) ? ["a secret is printed"] : [])];
      if (faults.length === 0) count.passed++;
      else {
        count.failed++;
        wrong++;
        say(
          `wrong: ${one.name} (${what}): ${faults.join("; ")}\n  ${output.stdout.includes('"error"') ? output.stdout.slice(0, 600) : ""}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  say(`${what}: ${asked.length} questions, ${wrong} wrong, ${Math.round((Date.now() - started) / 1000)} s`);
}

/** The newest metadata file of each written table. */
async function metadataFiles(written: string): Promise<{ name: string; metadataFile: string }[]> {
  const names = await readdir(join(written, "tables"));
  const found = await Promise.all(
    names.map(async (name) => {
      const files = (await readdir(join(written, "tables", name, "metadata"))).filter((file) => file.endsWith(".metadata.json"));
      const newest = files.toSorted((a, b) => version(b) - version(a))[0];
      return newest === undefined ? [] : [{ name, metadataFile: `${ADDRESS}/${name}/metadata/${newest}` }];
    }),
  );
  return found.flat();
}

function version(file: string): number {
  return Number(/^v?(\d+)/.exec(file)?.[1] ?? 0);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
