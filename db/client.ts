import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { PgDatabase } from "drizzle-orm/pg-core";
import postgres, { type Sql } from "postgres";
import { AppError } from "#lib/errors.ts";
import { asStoreError, describeAddress } from "./store-errors.ts";

/** Where a query runs: the pool, or a transaction of it. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>;

/** What `db.transaction` hands to its function. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Connections at most; a table's lock takes one more each. */
  connectionsMax?: number;
  /** What Postgres's own lists show. */
  applicationName?: string;
  /** A statement that takes longer is ended by Postgres; 0 is never. */
  statementTimeoutMs?: number;
  /** Told once when a connection breaks, and once when Postgres answers again; each a sentence for the log. */
  onLost?: (sentence: string) => void;
  onBack?: (sentence: string) => void;
}

export interface Database {
  db: Db;
  /** The connection string, password included: for the queue, which has connections of its own. Never for a log. */
  url: string;
  /** A connection of its own for one session's business (locks, migrations), ended by the caller. */
  openSession: (onClose?: () => void) => Sql;
  /** Ends after the statements under way, at most five seconds; then all connections are closed. */
  close: () => Promise<void>;
}

const POSTGRES_MIN = 15;

/**
 * A pool of connections to Postgres, opened on first use. Sessions speak UTC. A broken connection fails the statements that were on it;
 * later ones connect anew. Throws AppError usage when `url` is no Postgres address.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { url } = options;
  checkUrl(url);
  let closing = false;
  let watching = false;
  const settings = {
    connect_timeout: 10,
    idle_timeout: 0,
    // A connection that ends by age looks like a lost one, and Postgres needs no renewal.
    max_lifetime: null,
    // Notices ("relation exists, skipping") are no news.
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? "bergwatch",
      TimeZone: "UTC",
      statement_timeout: options.statementTimeoutMs ?? 60_000,
      idle_in_transaction_session_timeout: 120_000,
    },
  } as const;
  const pool = postgres(url, {
    ...settings,
    max: options.connectionsMax ?? 10,
    onclose: () => {
      if (closing || watching) return;
      void watch();
    },
  });
  const watch = async () => {
    watching = true;
    options.onLost?.(`A connection to Postgres at ${describeAddress(url)} broke; statements connect anew.`);
    const seconds = await untilBack(pool, () => closing);
    watching = false;
    if (!closing) options.onBack?.(`Postgres at ${describeAddress(url)} answers again after ${seconds} s.`);
  };
  return {
    db: drizzle(pool),
    url,
    openSession: (onClose) =>
      postgres(url, {
        ...settings,
        max: 1,
        connection: { ...settings.connection, statement_timeout: 0 },
        ...(onClose && { onclose: onClose }),
      }),
    close: async () => {
      closing = true;
      await pool.end({ timeout: 5 });
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
    const left = Math.max(1, Math.ceil((deadline - performance.now()) / 1000));
    try {
      await probe(url, left);
      return;
    } catch (error) {
      const fault = asStoreError(error, url);
      if (!(fault instanceof AppError) || fault.code !== "store_unreachable" || performance.now() >= deadline) throw fault;
      await sleep(Math.min(250, timeoutMs));
    }
  }
}

/** Throws AppError store_unsupported when the server is older than Bergwatch's statements need. */
export async function checkServerVersion(session: Sql, url: string): Promise<void> {
  const [row] = await session<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (row && row.number >= POSTGRES_MIN * 10_000) return;
  throw new AppError(
    "store_unsupported",
    `Postgres at ${describeAddress(url)} is version ${row?.version ?? "unknown"}; Bergwatch needs ${POSTGRES_MIN} or newer. Upgrade it, or leave DATABASE_URL empty to use the Postgres that comes along.`,
  );
}

async function probe(url: string, timeoutSeconds: number): Promise<void> {
  const session = postgres(url, { max: 1, connect_timeout: timeoutSeconds, onnotice: () => {}, fetch_types: false });
  // A server that accepts and says nothing, or closes at once, is retried by the driver for ever: the clock is ours.
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error("no answer"), { code: "CONNECT_TIMEOUT" })), timeoutSeconds * 1000);
  });
  try {
    await Promise.race([checkServerVersion(session, url), silence]);
  } finally {
    clearTimeout(timer);
    await session.end({ timeout: 0 });
  }
}

/** Seconds until Postgres answered, whole; ends early when `stop` says so. */
async function untilBack(pool: Sql, stop: () => boolean): Promise<number> {
  const start = performance.now();
  while (!stop()) {
    try {
      await pool`select 1`;
      break;
    } catch {
      await sleep(500);
    }
  }
  return Math.round((performance.now() - start) / 1000);
}

function checkUrl(url: string): void {
  if (URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol)) return;
  throw new AppError("usage", "DATABASE_URL is no Postgres address; write postgres://user:password@host:5432/database.");
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
