import { startEmbeddedPostgres } from "../embedded.ts";

// A process that a test may kill: starts the Postgres of the data folder in its argument, says so in a line of JSON, and waits.
const [dataDir = ""] = process.argv.slice(2);
try {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  process.stdout.write(`${JSON.stringify({ url, user: process.getuid?.() })}\n`);
  process.once("SIGTERM", () => void stop().finally(() => process.exit()));
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
}
