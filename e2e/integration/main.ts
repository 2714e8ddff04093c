import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AZURITE, copyToAzurite, signAccess, startAzurite } from "#e2e/integration/azurite.ts";
import { askService, type Watched } from "#e2e/integration/polling.ts";
import { endOnSignals, endPrograms, haltWhenEnding, Running, runProgram, say, Skipped } from "#e2e/integration/programs.ts";
import { ask, NAMESPACE, Tally, WrittenTables } from "#e2e/integration/questions.ts";
import { registerTables, startRestCatalog } from "#e2e/integration/rest-catalog.ts";
import { startSeaweedFs } from "#e2e/integration/seaweedfs.ts";
import { askWitness, WITNESS_NAMESPACE } from "#e2e/integration/witness.ts";
import { recordWitness } from "#e2e/integration/witness/record.ts";
import { chooseQuestions } from "#e2e/integration/witness/questions.ts";
import { startTrino } from "#e2e/integration/trino.ts";
import { copyToStore, type S3Store, startMoto, startVersity } from "#e2e/integration/s3-store.ts";

/**
 * Writes the test tables for object stores, copies them into real ones, registers them in real REST catalogs, and asks the command line every
 * question about them: by catalog and by address; then lets the service watch some of them while there are commits. What this machine cannot
 * start is skipped, and said; no part hangs on another but where it says so.
 * `node e2e/integration/main.ts` takes a handful of tables, `-- --all` all of them; `--written <folder>` those that are written already.
 * `--record` asks Trino alone, about all tables, and writes down what came of it for docs/explanation/witness.md.
 */

const ADDRESS = "s3://lake/tables";
const AZURE_ADDRESS = `abfss://${AZURITE.container}@${AZURITE.account}.dfs.core.windows.net/tables`;
const WITNESS_HANDFUL =
  /^(append_v2|upserts|vectors|renamed_key|delete_in_one_partition|key_composite|key_nested|key_uuid_both_halves|names_differ_by_case|nanoseconds)(@|\/|$)/;
const SOME = /^(append_v2|upserts_v3|vectors|delete_in_one_partition)/;

const record = process.argv.includes("--record");
const all = record || process.argv.includes("--all");
const given = process.argv.indexOf("--written");
const place = await mkdtemp(join(tmpdir(), "bergwatch integration "));
const running = new Running(join(place, "logs"));
const tally = new Tally();
/** What the service watches in the end: the catalogs that run by then. */
const watched: Watched[] = [];
const entries: { catalogs: string[]; stores: string[] } = { catalogs: [], stores: [] };
const variables: Record<string, string> = {};

endOnSignals(async () => await rm(place, { recursive: true, force: true }));
try {
  const tables = new WrittenTables(given < 0 ? join(place, "written") : (process.argv[given + 1] ?? ""), ADDRESS, all);
  const written = await part(`the test tables, written for ${ADDRESS}`, async () => {
    if (given < 0) await write(tables);
    return true;
  });
  const needs = <T>(thing: T | null, what: string): T => {
    if (thing === null) throw new Skipped(`there are no ${what}`);
    return thing;
  };

  const versity = await part("Versity's S3 gateway", async () => {
    needs(written, "tables");
    const store = await startVersity(running, join(place, "versity"));
    await copyToStore(store, join(tables.folder, "tables"), "lake", "tables");
    if (record) return store;
    // It lists keys without the encoding that is asked for, so that the key's %20 is taken for a space.
    await ask(
      tally,
      "by address, Versity",
      await tables.questions(/^(?!odd path)/),
      await configure("versity", [storeEntry(store)], store),
    );
    return store;
  });
  const apache = await part("Apache's REST catalog, over Versity", async () => {
    const store = needs(versity, "files in Versity");
    const uri = await startRestCatalog(running, store, join(place, "catalog"));
    const address = { uri, prefix: "", headers: async () => await Promise.resolve({}) };
    const taken = await registerTables(address, NAMESPACE, await tables.metadataFiles());
    if (taken.size === 0) throw new Error("the catalog took none of the tables");
    const found = await configure("apache", [storeEntry(store)], store, `{ name: real, uri: "${uri}" }`);
    if (record) return { address, found };
    // A wrong hint misleads nobody who is told the metadata file by the catalog.
    const asked = (await tables.questions()).flatMap((one) =>
      taken.has(tables.tableOf(one)) && one.name !== "hint_names_no_file" ? [tables.byName(one)] : [],
    );
    await ask(tally, "by catalog, Apache's REST catalog", asked, found);
    await registerTables(
      address,
      ["watched"],
      (await tables.metadataFiles()).filter(({ name }) => name === "append_v2"),
    );
    watched.push({ catalog: "apache", address, namespace: "watched", table: "append_v2", key: "order_id" });
    entries.catalogs.push(`{ name: apache, uri: "${uri}" }`);
    entries.stores.push(storeEntry(store));
    Object.assign(variables, found);
    return { address, found };
  });
  await part("Trino as a witness, over Apache's REST catalog and Versity", async () => {
    const { address, found } = needs(apache, "tables in Apache's REST catalog");
    const asked = chooseQuestions(await tables.questions(/./, WITNESS_HANDFUL)).asked;
    const names = new Set(asked.map(({ table }) => table));
    const files = (await tables.metadataFiles()).filter(({ name }) => names.has(name));
    const taken = await registerTables(address, [WITNESS_NAMESPACE], files);
    if (taken.size < names.size) throw new Error(`the catalog took ${taken.size} of ${names.size} tables`);
    const trino = await startTrino(running, address.uri, needs(versity, "files in Versity"), join(place, "trino"));
    const count = await askWitness(tally, trino, address, asked, found);
    await trino.end();
    if (record) await recordWitness(asked, count, trino.versions);
  });
  await beside("SeaweedFS, its store, its catalog with OAuth2 and the credentials that it gives", async () => {
    needs(written, "tables");
    const { store, catalog } = await startSeaweedFs(running, join(place, "seaweedfs"));
    const some = await tables.questions(SOME);
    const names = new Set(some.map((one) => tables.tableOf(one)));
    for (const name of names) await copyToStore(store, join(tables.folder, "tables", name), "lake", `tables/${name}`);
    const taken = await registerTables(
      catalog,
      ["tables"],
      (await tables.metadataFiles()).filter(({ name }) => names.has(name)),
    );
    if (taken.size < names.size) throw new Error(`the catalog took ${taken.size} of ${names.size} tables`);
    const auth = (name: string): string => `{ oauth2: { client_id: "\${${name}_ID}", client_secret: "\${${name}_SECRET}" } }`;
    const entry = (name: string, prefix: string, more = ""): string =>
      `{ name: ${name}, uri: "${catalog.uri}", warehouse: "s3://lake", auth: ${auth(prefix)}${more} }`;
    const asked = some.map((one) => tables.byName(one, ["tables"]));
    const own = await configure("seaweedfs-own", [storeEntry(store)], store, entry("real", "STORE", ", access_delegation: none"));
    await ask(tally, "by catalog, SeaweedFS, with the store's own key", asked, own);
    const vended = await configure("seaweedfs-vended", [], store, entry("real", "STORE"));
    await ask(tally, "by catalog, SeaweedFS, with the credentials that it gives", asked, vended);
    watched.push({ catalog: "seaweedfs", address: catalog, namespace: "tables", table: "append_v2", key: "order_id" });
    entries.catalogs.push(entry("seaweedfs", "WEED"));
    Object.assign(variables, { WEED_ID: store.accessKeyId, WEED_SECRET: store.secretAccessKey });
  });
  await beside("the service, watching tables through the catalogs that run here", async () => {
    if (watched.length === 0) throw new Skipped("there are no catalogs");
    await askService(tally, watched, { folder: join(place, "service"), entries, variables });
  });
  await beside("Azurite, with an account's key and with a shared access signature", async () => {
    const azure = new WrittenTables(join(place, "written for azure"), AZURE_ADDRESS, all);
    await write(azure);
    const address = await startAzurite(running, join(place, "azurite"));
    await copyToAzurite(address, join(azure.folder, "tables"), "tables");
    const scope = AZURE_ADDRESS.replace(/\/tables$/, "");
    const entry = (key: string): string => `{ scope: "${scope}", endpoint: "${address}", ${key}: "\${STORE_SECRET}" }`;
    for (const [key, secret, asked] of [
      ["account_key", AZURITE.key, await azure.questions()],
      ["sas_token", signAccess("rl"), await azure.questions(SOME)],
    ] as const) {
      const opened = { accessKeyId: "", secretAccessKey: secret };
      await ask(tally, `by address, Azurite, ${key}`, asked, await configure(`azurite-${key}`, [entry(key)], opened));
    }
  });
  await beside("moto's S3 server", async () => {
    needs(written, "tables");
    const store = await startMoto(running);
    await copyToStore(store, join(tables.folder, "tables"), "lake", "tables");
    const some = await tables.questions(/^(upserts_v3|vectors|odd path)/);
    await ask(tally, "by address, moto", some, await configure("moto", [storeEntry(store)], store));
  });
} finally {
  await endPrograms();
  if (tally.failed === 0) await rm(place, { recursive: true, force: true });
  else say(`What was written and logged stays in ${place}.`);
}
say(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed > 0 ? 1 : 0;

/** What a part comes to; null when it was skipped or failed, which is counted. */
async function part<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  say(`-- ${what}`);
  try {
    return await work();
  } catch (error) {
    await haltWhenEnding();
    if (error instanceof Skipped) {
      tally.skipped++;
      say(`skipped: ${error.message}`);
    } else {
      tally.failed++;
      say(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    return null;
  }
}

/** A part that the record of the second reader does without. */
async function beside(what: string, work: () => Promise<void>): Promise<void> {
  if (!record) await part(what, work);
}

async function write({ folder, address }: WrittenTables): Promise<void> {
  await runProgram("bash", ["e2e/writer/run.sh", "copy", folder, address], {
    cwd: join(import.meta.dirname, "../.."),
    doing: `writing the tables for ${address}`,
  });
}

function storeEntry(store: S3Store): string {
  return `{ scope: s3://lake, endpoint: "${store.endpoint}", region: ${store.region}, access_key_id: "\${STORE_ID}", secret_access_key: "\${STORE_SECRET}" }`;
}

/** How the command line finds the stores, and the catalog where there is one: the environment that says so. */
async function configure(
  name: string,
  stores: readonly string[],
  keys: Pick<S3Store, "accessKeyId" | "secretAccessKey">,
  catalog?: string,
): Promise<Record<string, string>> {
  const file = join(place, `bergwatch-${name}.yaml`);
  const lines = [
    "tables: []",
    ...(catalog === undefined ? [] : [`catalogs: [${catalog}]`]),
    ...(stores.length === 0 ? [] : ["stores:", ...stores.map((store) => `  - ${store}`)]),
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return { BERGWATCH_CONFIG: file, STORE_ID: keys.accessKeyId, STORE_SECRET: keys.secretAccessKey };
}
