import { pino, type Logger } from "pino";
import { env } from "#lib/env.ts";

let cached: Logger | undefined;

/**
 * The process's log: one JSON object a line on standard error (standard output belongs to results), UTC times, level from the environment.
 * Written synchronously, so that nothing is lost when the process ends.
 */
export function log(): Logger {
  cached ??= pino(
    { level: env().logLevel, base: { pid: process.pid }, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    pino.destination({ dest: 2, sync: true }),
  );
  return cached;
}
