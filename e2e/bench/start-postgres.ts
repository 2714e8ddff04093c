import { waitForDatabase } from "#db/client.ts";
import { startEmbeddedPostgres } from "#db/embedded.ts";

/** A process that starts a new Postgres in the folder of its argument, connects to it, and ends: what no start of the service can avoid. */

const [dataDir = ""] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir });
await waitForDatabase(postgres.url);
process.stdout.write("ready\n");
await postgres.stop();
