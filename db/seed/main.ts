import { Command, InvalidArgumentError } from "commander";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { openDatabase, waitForDatabase } from "../client.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../embedded.ts";
import { migrateDatabase } from "../migrate.ts";
import { SCENARIOS } from "./scenarios.ts";

// `npm run seed -- list`, `npm run seed -- year [--tables 10 --days 3]`: fills the database that the service would use.
const program = new Command("seed").description("Fills the database with a named state.").exitOverride();
program
  .command("list")
  .description("the states there are")
  .action(() => {
    for (const { name, about } of SCENARIOS) process.stdout.write(`${name.padEnd(8)}${about}\n`);
  });
for (const { name, about, tables, days, run } of SCENARIOS) {
  program
    .command(name)
    .description(about)
    .option("--tables <count>", "how many tables", whole, tables)
    .option("--days <count>", "how many days", whole, days)
    .action(async (options: { tables: number; days: number }) => {
      await seed(async (db) => await run(db, { ...options, now: new Date(), say }));
    });
}
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof AppError) say(error.message);
  else if (!(error instanceof Error && "exitCode" in error)) throw error;
  process.exitCode = error instanceof AppError ? error.exitCode : 2;
}

async function seed(work: (db: ReturnType<typeof openDatabase>["db"]) => Promise<{ facts: number }>): Promise<void> {
  const { databaseUrl, dataDir } = env();
  const running = databaseUrl ?? (await findEmbeddedPostgres(dataDir));
  const own = running === null ? await startEmbeddedPostgres({ dataDir, say }) : null;
  const url = running ?? own?.url ?? "";
  await waitForDatabase(url);
  const database = openDatabase({ url, applicationName: "bergwatch seed", statementTimeoutMs: 0, connectionsMax: 1 });
  const start = performance.now();
  try {
    await migrateDatabase(database);
    const { facts } = await work(database.db);
    say(`${facts.toLocaleString("en")} rows of facts in ${Math.round((performance.now() - start) / 1000)} s.`);
  } finally {
    await database.close();
    await own?.stop();
  }
}

function whole(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError(`"${text}" is not a whole number above 0.`);
  return number;
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
