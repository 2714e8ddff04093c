import { sql } from "drizzle-orm";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Client, Pool, type ClientConfig } from "pg";
import { AppError } from "#lib/errors.ts";
import { asStoreError, describeAddress } from "./store-errors.ts";

/** Where a query runs: the pool, or a transaction of it. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** What `db.transaction` hands to its function. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Connections at most, 10 unless given; a table's lock takes one more each. */
  connectionsMax?: number;
  /** What Postgres's own lists show. */
  applicationName?: string;
  /** A statement that takes longer is ended by Postgres, 60 s unless given; 0 is never. */
  statementTimeoutMs?: number;
  /** Told once when connections break, and once when Postgres answers again; each a sentence for the log. */
  onLost?: (sentence: string) => void;
  onBack?: (sentence: string) => void;
}

/** A connection outside the pool, for what belongs to one session: locks, migrations. No statement timeout. */
export interface Session {
  db: Db;
  end: () => Promise<void>;
}

export interface Database {
  db: Db;
  /** The connection string, password included: for the queue, which has connections of its own. Never for a log. */
  url: string;
  /** `onClose` is told when the connection ends, asked or not. Rejects when Postgres does not answer. */
  openSession: (onClose?: () => void) => Promise<Session>;
  /** Closes all connections after the statements under way. */
  close: () => Promise<void>;
}

const POSTGRES_MIN = 15;
const CONNECT_MS_MAX = 10_000;
/** Includes waiting for a free connection of the pool. */
const ACQUIRE_MS_MAX = 30_000;

/**
 * A pool of connections to Postgres, opened on first use. Sessions speak UTC. A broken connection fails the statements and the transaction
 * that were on it; later ones connect anew. Throws AppError usage when `url` is no Postgres address.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, connectionsMax = 10, statementTimeoutMs = 60_000 } = options;
  checkUrl(url);
  const config: ClientConfig = {
    connectionString: url,
    application_name: options.applicationName ?? "bergwatch",
    options: "-c TimeZone=UTC",
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 120_000,
    keepAlive: true,
  };
  const pool = new Pool({ ...config, max: connectionsMax, idleTimeoutMillis: 0, connectionTimeoutMillis: ACQUIRE_MS_MAX });
  const watch = watchConnection(pool, options);
  // Every connection has a listener for as long as it lives: an error without one ends the process.
  pool.on("connect", (client) => client.on("error", watch.lost)).on("error", watch.lost);
  return {
    db: withSafeTransactions(pool),
    url,
    openSession: async (onClose) => await openSession({ ...config, statement_timeout: 0 }, onClose),
    close: async () => {
      watch.stop();
      await pool.end();
    },
  };
}

/**
 * Returns when Postgres answers, is new enough and lets us in; waits for one that is still starting.
 * Throws AppError: store_unreachable (silent for `timeoutMs`), store_refused (password, user, database), store_unsupported (older than 15).
 */
export async function waitForDatabase(url: string, { timeoutMs = 30_000 }: { timeoutMs?: number } = {}): Promise<void> {
  checkUrl(url);
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    try {
      const session = await openSession({ connectionString: url, connectionTimeoutMillis: left, query_timeout: left });
      try {
        await checkServerVersion(session.db, url);
        return;
      } finally {
        await session.end();
      }
    } catch (error) {
      const fault = asStoreError(error, url);
      if (!(fault instanceof AppError) || fault.code !== "store_unreachable" || performance.now() >= deadline) throw fault;
      await sleep(Math.min(250, timeoutMs));
    }
  }
}

/** Throws AppError store_unsupported when the server is older than Bergwatch's statements need. */
export async function checkServerVersion(db: Db, url: string): Promise<void> {
  const { rows } = await db.execute<{ number: number; version: string }>(
    sql`select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  refuseOldServer(rows[0] ?? { number: 0, version: "unknown" }, url);
}

/** The same for a server that said its version: `number` as 150002 for 15.2. */
export function refuseOldServer({ number, version }: { number: number; version: string }, url: string): void {
  if (number >= POSTGRES_MIN * 10_000) return;
  throw new AppError(
    "store_unsupported",
    `Postgres at ${describeAddress(url)} is version ${version}; Bergwatch needs ${POSTGRES_MIN} or newer. Upgrade it, or leave DATABASE_URL empty to use the Postgres that comes along.`,
  );
}

/** drizzle's own transaction keeps the connection for ever when `begin` fails on it, which is when Postgres was restarted. */
function withSafeTransactions(pool: Pool): Db {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}

async function openSession(config: ClientConfig, onClose?: () => void): Promise<Session> {
  const client = new Client({ connectionTimeoutMillis: CONNECT_MS_MAX, ...config });
  client.on("error", () => {});
  await client.connect();
  if (onClose) client.on("end", onClose);
  return { db: drizzle(client), end: async () => await client.end() };
}

/** Says once that connections break and once that Postgres is back, however many break. */
function watchConnection(pool: Pool, { url, onLost, onBack }: DatabaseOptions): { lost: () => void; stop: () => void } {
  let stopped = false;
  let watching = false;
  const watch = async () => {
    watching = true;
    const start = performance.now();
    onLost?.(`A connection to Postgres at ${describeAddress(url)} broke; statements will reconnect.`);
    while (!stopped && !(await answers(pool))) await sleep(500);
    watching = false;
    const seconds = Math.round((performance.now() - start) / 1000);
    if (!stopped) onBack?.(`Postgres at ${describeAddress(url)} answers again after ${seconds} s.`);
  };
  return {
    lost: () => {
      if (!stopped && !watching) void watch();
    },
    stop: () => (stopped = true),
  };
}

async function answers(pool: Pool): Promise<boolean> {
  return await pool.query("select 1").then(
    () => true,
    () => false,
  );
}

function checkUrl(url: string): void {
  if (URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)) return;
  throw new AppError("usage", "DATABASE_URL is not a Postgres address; write postgres://user:password@host:5432/database.");
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
