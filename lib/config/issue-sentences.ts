import type { z } from "zod";
import { didYouMean } from "#lib/config/did-you-mean.ts";
import { show } from "#lib/config/scalars.ts";
import type { Path } from "#lib/config/yaml-document.ts";

const EXPECTED: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map (lines of key: value)",
};

const MISSING: Readonly<Record<string, string>> = {
  name: "say what the table is called",
  uri: "write the address of the catalog's REST interface",
  columns: "name the key's columns",
};

const MISSING_CHANNEL: Readonly<Record<string, string>> = {
  name: "say what the channel is called",
  to: "name a channel, or a time of day such as 07:00",
  from: "write a time of day, such as 22:00",
  conversation: "write its id, such as C0123456789",
  url: "say where the address is: an environment variable or a file",
  token: "say where the token is: an environment variable or a file",
  secret: "say where the signing secret is: an environment variable or a file",
};

/** What is wrong, for the issues that no schema has words of its own for. */
export function issueSentence(issue: z.core.$ZodRawIssue): string | undefined {
  const key = issue.path?.at(-1);
  const name = typeof key === "number" ? "This item" : String(key ?? "The file");
  const isTable = issue.path?.[0] !== "notifications";
  if (issue.input === undefined) return `${name} is missing: ${(isTable ? MISSING : MISSING_CHANNEL)[name] ?? "add it"}.`;
  if (issue.input === null) return `${name} is empty. Give it a value, or take the line out.`;
  if (issue.code === "invalid_type") return wrongType(issue.expected, issue.input);
  if (issue.code === "invalid_value") return wrongValue(issue.values, issue.input);
  if (issue.code === "too_small" && issue.origin === "array") return "The list is empty. Name at least one, or take the line out.";
  if (issue.code === "too_small") return `${show(issue.input)} is too small: the least is ${issue.minimum}.`;
  if (issue.code === "too_big") return `${show(issue.input)} is too large: the most is ${issue.maximum}.`;
  return undefined;
}

function wrongType(expected: string, input: unknown): string {
  const wanted = EXPECTED[expected] ?? expected;
  if (typeof input === "number" || typeof input === "boolean") {
    const what = typeof input === "number" ? "a number" : "true or false";
    if (expected === "string") return `${String(input)} is ${what} here, and text is expected. Put it in quotes: "${String(input)}".`;
    return `${String(input)} is ${what}, and ${wanted} is expected.`;
  }
  if (typeof input === "string") return `"${show(input)}" is text, and ${wanted} is expected.`;
  return `This is ${Array.isArray(input) ? "a list" : "a map"}, and ${wanted} is expected.`;
}

function wrongValue(values: readonly unknown[], input: unknown): string {
  const allowed = values.map(String);
  if (allowed.length === 1) return `${show(input)} is not possible: the only value is ${allowed[0]}. Otherwise, remove the line.`;
  const hint = typeof input === "string" ? didYouMean(input, allowed) : "";
  return `${typeof input === "string" ? `"${show(input)}"` : show(input)} is not possible. Allowed are ${allowed.join(", ")}.${hint}`;
}

/** The issues of a failed parse with their paths, those of alternatives narrowed down to the one that was meant. */
export function flattenIssues(issues: readonly z.core.$ZodIssue[], prefix: Path): { path: Path; message: string }[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code !== "invalid_union") return [{ path, message: issue.message }];
    const meant = issue.errors.filter((errors) => !errors.some(isWrongShape));
    const [only, second] = meant;
    return only === undefined || second !== undefined ? [{ path, message: issue.message }] : flattenIssues(only, path);
  });
}

/** The alternative was not meant: the value is of another kind altogether, or of none of its own alternatives. */
function isWrongShape(error: z.core.$ZodIssue): boolean {
  if (error.path.length > 0) return false;
  return WRONG_SHAPE.has(error.code) || (error.code === "invalid_union" && error.errors.every((errors) => errors.some(isWrongShape)));
}

const WRONG_SHAPE: ReadonlySet<string> = new Set(["invalid_type", "invalid_value"]);
