import { runCommandLine } from "#e2e/helpers/command-line.ts";
import { say } from "#e2e/integration/programs.ts";
import type { Tally } from "#e2e/integration/questions.ts";
import { type CatalogAddress, readTable } from "#e2e/integration/rest-catalog.ts";
import { type Trino, TrinoRefusal } from "#e2e/integration/trino.ts";
import { type DeclaredDifference, findDeclared } from "#e2e/integration/witness/differences.ts";
import { COMPARED, levelsOf, type Numbers, type WitnessQuestion, witnessStatement } from "#e2e/integration/witness/questions.ts";

/** The namespace in which Trino and the command line find the tables. */
export const WITNESS_NAMESPACE = "witness";

export interface WitnessCount {
  agreed: number;
  explained: number;
  unexplained: number;
}

/** What a reader says: numbers, or why it gives none. */
type Said = Numbers | { refusal: string };

const AT_ONCE = 2;

/**
 * Asks Trino and the command line the same questions of the same tables by the same catalog. Counts as failed: a difference from the truth that is not
 * declared, and a declared one that is not seen. In: the environment by which the command line finds the catalog `real`.
 */
export async function askWitness(
  tally: Tally,
  trino: Trino,
  catalog: CatalogAddress,
  asked: readonly WitnessQuestion[],
  variables: Readonly<Record<string, string>>,
): Promise<WitnessCount> {
  if (asked.length === 0) throw new Error("there is nothing to ask Trino");
  const started = Date.now();
  const count = { agreed: 0, explained: 0, unexplained: 0 };
  const open = [...asked];
  const work = async (): Promise<void> => {
    for (let question = open.shift(); question !== undefined; question = open.shift()) {
      const [ours, theirs] = await Promise.all([askOurselves(question, variables), askOther(trino, catalog, question)]);
      const { name, truth } = question;
      const declared = { Bergwatch: findDeclared("Bergwatch", name), Trino: findDeclared("Trino", name) };
      const faults = [
        ...faultsOf("Bergwatch", ours, truth, declared.Bergwatch?.does),
        ...faultsOf("Trino", theirs, truth, declared.Trino?.does),
      ];
      if (faults.length > 0) count.unexplained++;
      else if (declared.Bergwatch === undefined && declared.Trino === undefined) count.agreed++;
      else count.explained++;
      tally.count(`${name} (Trino as a witness)`, faults);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { agreed, explained, unexplained } = count;
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`Trino as a witness: ${asked.length} questions, ${agreed} agreed, ${explained} explained, ${unexplained} unexplained, ${seconds} s`);
  return count;
}

/** What is wrong with an answer; nothing when it is the truth, or what is declared instead of it. Pure. */
export function faultsOf(reader: string, said: Said, truth: Numbers, declared: DeclaredDifference["does"] = { answers: {} }): string[] {
  if ("refuses" in declared)
    return "refusal" in said && said.refusal.includes(declared.refuses)
      ? []
      : [`${reader} is declared to refuse it with "${declared.refuses}" and says ${JSON.stringify(said)}`];
  if ("refusal" in said) return [`${reader} refuses: ${said.refusal}`];
  const expected = { ...truth, ...declared.answers };
  return COMPARED.filter((metric) => said[metric] !== expected[metric]).map(
    (metric) => `${reader} says ${metric} ${said[metric]}, expected ${expected[metric]}`,
  );
}

async function askOurselves({ table, snapshotId, key }: WitnessQuestion, variables: Readonly<Record<string, string>>): Promise<Said> {
  const columns = key.flatMap((column) => ["--key", column]);
  const pinned = snapshotId === null ? [] : ["--snapshot", snapshotId];
  const name = `${WITNESS_NAMESPACE}.${table.includes(".") ? `"${table}"` : table}`;
  const { stdout, stderr } = await runCommandLine(["check", "--catalog", "real", "--table", name, ...columns, ...pinned], variables);
  const { metrics } = JSON.parse(stdout === "" ? "{}" : stdout) as { metrics?: Record<string, number | null> };
  if (metrics === undefined) return { refusal: `${stdout}${stderr}`.slice(0, 600) };
  return metrics as Numbers;
}

async function askOther(trino: Trino, catalog: CatalogAddress, { table, snapshotId, key }: WitnessQuestion): Promise<Said> {
  try {
    const schemas = await readTable<TableSchemas>(catalog, WITNESS_NAMESPACE, table);
    const paths = key.map((column) => nameThen(levelsOf(column), schemas, snapshotId));
    const [row] = await trino.ask(witnessStatement(table, snapshotId, paths));
    if (row?.length !== COMPARED.length || row.some((value) => typeof value !== "number"))
      return { refusal: `no five numbers: ${JSON.stringify(row)}` };
    return Object.fromEntries(COMPARED.map((metric, at) => [metric, row[at]])) as unknown as Numbers;
  } catch (error) {
    if (error instanceof TrinoRefusal) return { refusal: error.message };
    throw error;
  }
}

interface Field {
  id: number;
  name: string;
  type: string | { type: string; fields?: Field[] };
}

/** The parts of a table's metadata that say which names its columns had. Ids as text. */
interface TableSchemas {
  "current-schema-id": number;
  schemas: { "schema-id": number; fields: Field[] }[];
  snapshots: { "snapshot-id": string; "schema-id"?: number }[];
}

/** A column is its field id: Trino reads an older snapshot by the names of its time, the command line by today's. */
function nameThen(levels: readonly string[], { schemas, snapshots, ...metadata }: TableSchemas, snapshotId: string | null): string[] {
  const fieldsOf = (id: number | undefined): Field[] => schemas.find((schema) => schema["schema-id"] === id)?.fields ?? [];
  const then = snapshots.find((snapshot) => snapshot["snapshot-id"] === snapshotId)?.["schema-id"] ?? metadata["current-schema-id"];
  let [now, old] = [fieldsOf(metadata["current-schema-id"]), fieldsOf(then)];
  return levels.map((name) => {
    const field = now.find((one) => one.name === name);
    const former = old.find((one) => one.id === field?.id);
    [now, old] = [field, former].map((one) => (typeof one?.type === "object" ? (one.type.fields ?? []) : [])) as [Field[], Field[]];
    return former?.name ?? name;
  });
}
