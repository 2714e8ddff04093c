import { InvalidArgumentError } from "commander";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a whole number from 1 to `max`. Throws InvalidArgumentError, as all here do. */
export function wholeNumber(max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > max) throw new InvalidArgumentError(`It is a whole number from 1 to ${max}.`);
    return number;
  };
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
    if (!UUID.test(value)) throw new InvalidArgumentError(`It is no ${what}'s id; the command "${listedBy}" lists them.`);
    return value;
  };
}
