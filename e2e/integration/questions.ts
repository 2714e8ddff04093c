import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommandLine } from "#e2e/helpers/command-line.ts";
import { findDifferences } from "#lib/testing/find-differences.ts";
import { say } from "#e2e/integration/programs.ts";
import type { TestTableCase } from "#lib/testing/test-tables.ts";

export const NAMESPACE = ["tests", "deep er"];
const HANDFUL =
  /^(append_v2|upserts|upserts_v3|vectors|position_deletes|delete_in_one_partition|time_partitions|odd path|metadata_by_catalog|missing_data_file|truncated_metadata|relocated)(@|#|\?|!|\/|$| )/;
const AT_ONCE = 2;

/** What came of all that was asked. */
export class Tally {
  passed = 0;
  failed = 0;
  /** Parts that this machine could not try. */
  skipped = 0;

  /** One answer: right, or what is wrong with it. */
  count(what: string, faults: readonly string[]): void {
    if (faults.length === 0) this.passed++;
    else {
      this.failed++;
      say(`wrong: ${what}: ${faults.join("; ")}`);
    }
  }
}

/** The test tables as they were written for an address, and the questions of their truth. */
export class WrittenTables {
  readonly folder: string;
  readonly address: string;
  readonly #all: boolean;

  constructor(folder: string, address: string, all: boolean) {
    this.folder = folder;
    this.address = address;
    this.#all = all;
  }

  /** Those of the tables that are asked about, all or a handful of them. */
  async questions(only = /./, handful = HANDFUL): Promise<TestTableCase[]> {
    const cases = JSON.parse(await readFile(join(this.folder, "truth.json"), "utf8")) as TestTableCase[];
    return cases.filter(({ name }) => (this.#all || handful.test(name)) && only.test(name));
  }

  tableOf({ args }: TestTableCase): string {
    const location = args[args.indexOf("--location") + 1] ?? "";
    return location.startsWith(`${this.address}/`) ? location.slice(this.address.length + 1) : "";
  }

  /** The same question of a catalog's table. A copied table is asked for by its place alone. */
  byName(one: TestTableCase, namespace: readonly string[] = NAMESPACE): TestTableCase {
    const at = one.args.indexOf("--location");
    const name = [...namespace, this.tableOf(one)].map((level) => (level.includes(".") ? `"${level}"` : level)).join(".");
    // The catalog says which metadata file is the newest: no choice, and no word about one.
    const { reason, ...expected } = one.expect;
    const expect = reason?.endsWith(".metadata.json") ? expected : one.expect;
    return { ...one, expect, args: [...one.args.slice(0, at), "--catalog", "real", "--table", name, ...one.args.slice(at + 2)] };
  }

  /** The newest metadata file of each table. */
  async metadataFiles(): Promise<{ name: string; metadataFile: string }[]> {
    const names = await readdir(join(this.folder, "tables"));
    const found = await Promise.all(
      names.map(async (name) => {
        const files = (await readdir(join(this.folder, "tables", name, "metadata"))).filter((file) => file.endsWith(".metadata.json"));
        const newest = files.toSorted((a, b) => version(b) - version(a))[0];
        return newest === undefined ? [] : [{ name, metadataFile: `${this.address}/${name}/metadata/${newest}` }];
      }),
    );
    return found.flat();
  }
}

function version(file: string): number {
  return Number(/^v?(\d+)/.exec(file)?.[1] ?? 0);
}

/** Asks each of the command line and counts; a secret in what is printed is a failure too. In: variables, of which those with SECRET are secrets. */
export async function ask(
  tally: Tally,
  what: string,
  asked: readonly TestTableCase[],
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  if (asked.length === 0) throw new Error(`there is nothing to ask ${what}`);
  const open = [...asked];
  const started = Date.now();
  const before = tally.failed;
  const secrets = Object.entries(variables).flatMap(([name, value]) => (name.includes("SECRET") ? [value] : []));
  const work = async (): Promise<void> => {
    for (let one = open.shift(); one !== undefined; one = open.shift()) {
      const output = await runCommandLine(["check", ...one.args], variables);
      const found = findDifferences(one.expect, output);
      const honest = found.length === 0 || (one.or ?? []).some((second) => findDifferences(second, output).length === 0);
      const shown = secrets.some((secret) => `${output.stdout}${output.stderr}`.includes(secret));
      const more = output.stdout.includes('"error"') ? [output.stdout.slice(0, 600)] : [];
      tally.count(`${one.name} (${what})`, [...(honest ? [] : [...found, ...more]), ...(shown ? ["a secret is printed"] : [])]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  say(`${what}: ${asked.length} questions, ${tally.failed - before} wrong, ${Math.round((Date.now() - started) / 1000)} s`);
}
