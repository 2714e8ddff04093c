import { pino, stdSerializers, type Logger } from "pino";
import { env } from "#lib/env.ts";

let cached: Logger | undefined;

/**
 * The process's log: one JSON object a line on standard error (standard output belongs to results), UTC times, level from the environment.
 * Errors without the values that a statement was given. Written synchronously, so that nothing is lost when the process ends.
 */
export function log(): Logger {
  cached ??= pino(
    {
      level: env().logLevel,
      base: { pid: process.pid },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      serializers: { err: serializeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  return cached;
}

/**
 * An error as the log has it. A failed statement names what it was given, and Postgres the row that it refuses: key values, which are
 * people's data and would outlive their expiry here. These are left out, of the error and of all that caused it.
 */
export function serializeError(error: unknown): unknown {
  return error instanceof Error ? stdSerializers.err(withoutValues(error)) : error;
}

/** A chain of causes may be a circle. */
const CAUSES_MAX = 10;
const VALUE_FIELDS = new Set(["params", "detail", "where", "cause", "message", "stack", "errors"]);

function withoutValues(error: Error, depth = 0): Error {
  const message = withoutParams(error);
  const { cause } = error;
  const told = new Error(message);
  if (cause instanceof Error && depth < CAUSES_MAX) told.cause = withoutValues(cause, depth + 1);
  told.name = error.name;
  // The message itself may have lines that look like a place in the code.
  const [, ...places] = error.stack?.split(error.message) ?? [];
  told.stack = `${error.name}: ${message}${error.message === "" ? "" : places.join(error.message)}`;
  Object.assign(told, Object.fromEntries(Object.entries(error).filter(([field]) => !VALUE_FIELDS.has(field))));
  Object.defineProperty(told, "constructor", { value: error.constructor, enumerable: false });
  if (error instanceof AggregateError) {
    return Object.assign(told, {
      errors: error.errors.map((one: unknown) => (one instanceof Error ? withoutValues(one, depth + 1) : one)),
    });
  }
  return told;
}

/** drizzle puts what a statement was given behind it, to the end of the message. */
function withoutParams(error: Error): string {
  return "params" in error ? error.message.replace(/\nparams: [^]*$/, "") : error.message;
}
