import { userInfo } from "node:os";
import { InvalidArgumentError } from "commander";
import { readIncidentName } from "#lib/contracts/incident-number.ts";
import { parseDuration } from "#lib/units.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a whole number from 1 to `max`. Throws InvalidArgumentError, as all here do. */
export function wholeNumber(max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > max) throw new InvalidArgumentError(`It is a whole number from 1 to ${max}.`);
    return number;
  };
}

/** Gathers an option that may be repeated. */
export function several(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}

/** Gathers an option that may be repeated, each time one of `known`; `refusal` says what is allowed. */
export function severalOf<T extends string>(known: readonly T[], refusal = `Allowed are ${known.join(", ")}.`) {
  return (value: string, previous: readonly T[] = []): T[] => {
    const found = known.find((one) => one === value);
    if (found === undefined) throw new InvalidArgumentError(refusal);
    return [...previous, found];
  };
}

/** Takes the id of a run or an incident; `listedBy`: the command that lists them. */
export function idOf(what: string, listedBy: string): (value: string) => string {
  return (value) => {
    if (!UUID.test(value)) throw new InvalidArgumentError(`Invalid ${what} ID. List the IDs with the command "${listedBy}".`);
    return value;
  };
}

/** Takes the id of an incident, or the name that people speak of it by. */
export function incidentId(value: string): string {
  return readIncidentName(value) === null ? idOf("incident", "incidents")(value) : value;
}

/** A moment in ISO 8601, of UTC unless it says otherwise. */
export function moment(value: string): Date {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) || !value.includes("T") ? value : `${value}Z`;
  const at = new Date(zoned);
  if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("Write it as 2026-03-01 or 2026-03-01T10:00Z.");
  return at;
}

/** The same, or how long from now on: `90m`, `4h`, `7d`. */
export function momentOrSpan(now: () => Date): (value: string) => Date {
  return (value) => {
    const seconds = parseDuration(value);
    return seconds === null ? moment(value) : new Date(now().getTime() + seconds * 1000);
  };
}

/** The name of the user of this machine, with which commands are signed unless told otherwise. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return "command line";
  }
}

/** A name to sign with. */
export function signature(value: string): string {
  if (value.trim() === "" || value.length > 100) throw new InvalidArgumentError("It is a name of at most 100 characters.");
  return value.trim();
}
