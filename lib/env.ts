import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { isLoopback } from "#lib/loopback.ts";
import { parseBytes } from "#lib/units.ts";

// In the web server's bundle no module has a folder of its own; that process starts in the project's.
const HERE: string | undefined = import.meta.dirname;
const PROJECT = HERE === undefined ? process.cwd() : join(HERE, "..");

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Below `dataDir`: what workers export, and the web server hands out. */
export const EXPORTS_FOLDER = "exports";

/** What the environment says, read by `readEnv`. Paths are absolute; sizes are bytes. */
export interface Env {
  /** Everything that Bergwatch writes on this machine. */
  dataDir: string;
  /** The configuration; it need not exist. */
  configFile: string;
  /** DuckDB's limit in one reader process. */
  memoryBytesMax: number;
  /** What one reader process may spill to disk. */
  spillBytesMax: number;
  /** How long one reading may take. */
  durationSecondsMax: number;
  /** Threads of one reader process. */
  threads: number;
  /** Tables that one worker reads at the same time, each in a reader process. */
  readersMax: number;
  logLevel: (typeof LOG_LEVELS)[number];
  extensionDir: string;
  /** A mirror that DuckDB's INSTALL asks instead of its own repository: a URL or a folder. */
  extensionRepository: string | null;
  /** `postgres://…`, password included: never for a log. null: the Postgres that comes along, in the data folder. */
  databaseUrl: string | null;
  /** What key hashes are made with, for no log and no reader; null: it is in a file. */
  keySecret: string | null;
  /** The file that holds it, absolute; null: one in the data folder, made at the first start. */
  keySecretFile: string | null;
  /** Where the web server listens. */
  host: string;
  port: number;
  /** The web server's own address, as this machine reaches it. */
  ownUrl: string;
  /** What every link that leaves the house starts with, without a slash at its end. */
  publicUrl: string;
  /** Of Slack's Web API, with a slash at its end. */
  slackApiUrl: string;
}

const size = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const bytes = parseBytes(text);
      if (bytes !== null && bytes > 0) return bytes;
      context.addIssue({ code: "custom", message: `"${text}" is not a size; write a number with a unit, such as 512MiB, 4GB or 4GiB` });
      return z.NEVER;
    });

const count = (fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text, context) => {
      const number = /^\d+$/.test(text.trim()) ? Number(text) : 0;
      if (Number.isSafeInteger(number) && number > 0) return number;
      context.addIssue({ code: "custom", message: `"${text}" is not a whole number above 0` });
      return z.NEVER;
    });

const port = z
  .string()
  .default("3000")
  .transform((text, context) => {
    const number = /^\d+$/.test(text.trim()) ? Number(text) : 0;
    if (number > 0 && number < 65_536) return number;
    context.addIssue({ code: "custom", message: `"${text}" is not a port; write a number from 1 to 65535` });
    return z.NEVER;
  });

// The value is not repeated in a message where it may hold a password.
const webUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: "it is not a web address; write such as https://bergwatch.example.org",
});
// The bot's token goes there.
const slackApi = webUrl.refine((text) => !URL.canParse(text) || new URL(text).protocol === "https:" || isLoopback(new URL(text).hostname), {
  error: "it is not safe; use https://, or this machine itself over http://",
});
const postgresUrl = z.string().refine((text) => URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol), {
  error: "it is not a Postgres address; write postgres://user:password@host:5432/database",
});

const path = z.string().transform((text) => (isAbsolute(text) ? text : resolve(PROJECT, text)));

const Variables = z
  .object({
    BERGWATCH_DATA_DIR: path.default(join(PROJECT, ".bergwatch")),
    BERGWATCH_CONFIG: path.default(join(PROJECT, "bergwatch.yaml")),
    BERGWATCH_MEMORY_MAX: size("4GiB"),
    BERGWATCH_SPILL_MAX: size("20GiB"),
    BERGWATCH_DURATION_MAX_SECONDS: count(3600),
    BERGWATCH_THREADS: count(Math.min(availableParallelism(), 4)),
    BERGWATCH_READERS: count(Math.min(availableParallelism(), 2)),
    BERGWATCH_LOG_LEVEL: z
      .enum(LOG_LEVELS, { error: ({ input }) => `"${String(input)}" is none of ${LOG_LEVELS.join(", ")}` })
      .default("info"),
    BERGWATCH_EXTENSION_DIR: path.optional(),
    BERGWATCH_EXTENSION_REPOSITORY: z.string().optional(),
    DATABASE_URL: postgresUrl.optional(),
    BERGWATCH_KEY_SECRET: z.string().optional(),
    BERGWATCH_KEY_SECRET_FILE: path.optional(),
    BERGWATCH_HOST: z.string().default("127.0.0.1"),
    BERGWATCH_PORT: port,
    BERGWATCH_PUBLIC_URL: webUrl.optional(),
    BERGWATCH_SLACK_API_URL: slackApi.default("https://slack.com/api/"),
  })
  .refine((set) => set.BERGWATCH_KEY_SECRET === undefined || set.BERGWATCH_KEY_SECRET_FILE === undefined, {
    path: ["BERGWATCH_KEY_SECRET"],
    error: "BERGWATCH_KEY_SECRET_FILE is set too; set one of them",
  });

/**
 * The settings in `source`; a variable that is empty counts as not set, others than Bergwatch's are ignored.
 * Throws AppError usage that lists every faulty variable at once.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const set = Object.entries(source).filter(([, text]) => text !== undefined && text.trim() !== "");
  const parsed = Variables.safeParse(Object.fromEntries(set));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new AppError("usage", `The environment is not usable. ${faults.join(". ")}. .env.example documents every variable.`);
  }
  const variables = parsed.data;
  const ownUrl = ownAddress(variables.BERGWATCH_HOST, variables.BERGWATCH_PORT);
  return {
    dataDir: variables.BERGWATCH_DATA_DIR,
    configFile: variables.BERGWATCH_CONFIG,
    memoryBytesMax: variables.BERGWATCH_MEMORY_MAX,
    spillBytesMax: variables.BERGWATCH_SPILL_MAX,
    durationSecondsMax: variables.BERGWATCH_DURATION_MAX_SECONDS,
    threads: variables.BERGWATCH_THREADS,
    readersMax: variables.BERGWATCH_READERS,
    logLevel: variables.BERGWATCH_LOG_LEVEL,
    extensionDir: variables.BERGWATCH_EXTENSION_DIR ?? join(variables.BERGWATCH_DATA_DIR, "extensions"),
    extensionRepository: variables.BERGWATCH_EXTENSION_REPOSITORY ?? null,
    databaseUrl: variables.DATABASE_URL ?? null,
    keySecret: variables.BERGWATCH_KEY_SECRET ?? null,
    keySecretFile: variables.BERGWATCH_KEY_SECRET_FILE ?? null,
    host: variables.BERGWATCH_HOST,
    port: variables.BERGWATCH_PORT,
    ownUrl,
    slackApiUrl: `${variables.BERGWATCH_SLACK_API_URL.replace(/\/+$/, "")}/`,
    publicUrl: (variables.BERGWATCH_PUBLIC_URL ?? ownUrl).replace(/\/+$/, ""),
  };
}

const ANY_ADDRESS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

function ownAddress(host: string, port: number): string {
  return `http://${ANY_ADDRESS[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
}

let cached: Env | undefined;

/** The settings of this process, read on first use: its environment, then the project's `.env` for what that leaves out. */
export function env(): Env {
  cached ??= readEnv(allVariables());
  return cached;
}

/** For a process that this one starts: the same environment and `.env`, foreign variables (credentials, proxies) included. */
export function allVariables(): Record<string, string | undefined> {
  return { ...fileVariables(), ...process.env };
}

function fileVariables(): Record<string, string | undefined> {
  const file = join(PROJECT, ".env");
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}
