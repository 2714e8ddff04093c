import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askCommandLine } from "#e2e/helpers/command-line.ts";
import { exitCodeOf, freePort, npmStart, pressCtrlC, until, untilAddress, whoIsLeft } from "#e2e/helpers/service.ts";
import { endWithOthers, say } from "#e2e/integration/programs.ts";
import type { Tally } from "#e2e/integration/questions.ts";
import { type CatalogAddress, commitSnapshot } from "#e2e/integration/rest-catalog.ts";
import type { RunsDocument } from "#lib/contracts/service-documents.ts";

/** A table that a catalog which runs here has, for the service to watch. */
export interface Watched {
  /** Of the catalog in the configuration. */
  catalog: string;
  address: CatalogAddress;
  namespace: string;
  table: string;
  /** Columns of its key. */
  key: string;
}

export interface PollingOptions {
  folder: string;
  /** The items of `catalogs` and of `stores`. */
  entries: { catalogs: readonly string[]; stores: readonly string[] };
  variables: Readonly<Record<string, string>>;
}

/** Building the pages is part of a first start. */
const START_MS_MAX = 900_000;
const READ_MS_MAX = 120_000;
/** Longer than SeaweedFS's tokens live. */
const REST_MS = 25_000;
const PROJECT = join(import.meta.dirname, "../..");

/**
 * The whole service watches tables through their catalogs: each is read once, rests while nothing is committed, and is read again when there
 * was a commit through the catalog; by then the catalog's tokens have ended and were renewed.
 */
export async function askService(tally: Tally, watched: readonly Watched[], { folder, entries, variables }: PollingOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, "bergwatch.yaml");
  const tables = watched.map(
    ({ catalog, namespace, table, key }) =>
      `{ name: ${catalog}.${table}, catalog: ${catalog}, table: ${namespace}.${table}, key: ${key}, schedule: { on_snapshot: true, poll: 10s } }`,
  );
  const list = (key: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${key}:`, ...items.map((item) => `  - ${item}`)];
  const lines = [...list("catalogs", entries.catalogs), ...list("stores", entries.stores), ...list("tables", tables)];
  await writeFile(config, `${lines.join("\n")}\n`);
  const all = {
    ...variables,
    BERGWATCH_CONFIG: config,
    BERGWATCH_DATA_DIR: join(folder, "data"),
    BERGWATCH_EXTENSION_DIR: join(PROJECT, ".bergwatch/extensions"),
    BERGWATCH_PORT: String(await freePort()),
  };
  const runs = async (): Promise<RunsDocument["runs"]> =>
    (await askCommandLine<RunsDocument>(["runs", "--limit", "1000"], all))?.runs ?? [];
  const service = npmStart(all);
  endWithOthers(service.child);
  try {
    say("   starting the service, which builds its pages the first time (minutes)");
    await untilAddress(service, START_MS_MAX);
    const read = async (name: string, id: string | null): Promise<boolean> =>
      (await until(READ_MS_MAX, async () =>
        (await runs()).some((run) => run.table === name && run.state === "succeeded" && (id === null || run.snapshotId === id))
          ? true
          : null,
      )) === true;
    for (const { catalog, table } of watched)
      tally.count(`${catalog}.${table} is read`, (await read(`${catalog}.${table}`, null)) ? [] : ["not in time"]);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const before = await runs();
    for (const one of watched) {
      const id = await commitSnapshot(one.address, one.namespace, one.table);
      const name = `${one.catalog}.${one.table}`;
      tally.count(`a commit to ${name} is noticed`, (await read(name, id)) ? [] : [`snapshot ${id} is not read in time`]);
    }
    const failed = (await runs()).filter(({ state }) => state === "failed" || state === "cancelled");
    tally.count(
      "no run of the service fails",
      failed.map(({ table, state, error }) => `${table} ${state} ${JSON.stringify(error ?? "")}`),
    );
    const polls = before.filter(({ table }) => watched.some((one) => table === `${one.catalog}.${one.table}`)).length;
    say(`the service: ${watched.length} tables watched through their catalogs, ${polls} runs before the commits`);
    const secrets = Object.entries(variables).flatMap(([name, value]) => (name.includes("SECRET") ? [value] : []));
    const shown = secrets.some((secret) => `${service.stdout()}${service.stderr()}`.includes(secret));
    tally.count("the service's log", shown ? ["a secret is printed"] : []);
  } finally {
    pressCtrlC(service);
    await exitCodeOf(service, 20_000);
    for (const { pid } of await whoIsLeft(join(folder, "data"), 5000)) process.kill(pid, "SIGKILL");
  }
}
