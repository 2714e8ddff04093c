import { openDatabase, type Database } from "#db/client.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

// Each page is a bundle of its own, and all share one pool.
const shared = globalThis as typeof globalThis & { bergwatchDatabase?: Database };

function open(): Database {
  const { databaseUrl } = env();
  if (databaseUrl === null) {
    throw new AppError("usage", "The web server does not know where Postgres is; start Bergwatch with `npm start`, or set DATABASE_URL.");
  }
  return openDatabase({
    url: databaseUrl,
    applicationName: "bergwatch web",
    // A page that takes longer helps nobody.
    statementTimeoutMs: 15_000,
    onLost: (sentence) => log().warn(sentence),
    onBack: (sentence) => log().info(sentence),
  });
}

/** The web process's pool. Throws AppError usage when DATABASE_URL is not set. */
export function database(): Database {
  shared.bergwatchDatabase ??= open();
  return shared.bergwatchDatabase;
}
