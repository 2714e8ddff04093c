import { expect, test } from "vitest";
import { serializeError } from "./log.ts";

/** As drizzle makes it. */
class FailedQuery extends Error {
  readonly query: string;
  readonly params: string[];

  constructor(query: string, params: string[], cause: Error) {
    super(`Failed query: ${query}\nparams: ${params.join(",")}`, { cause });
    this.query = query;
    this.params = params;
  }
}

test("the log has neither the values that a failed statement was given nor the row that Postgres refused, whatever caused what", () => {
  const refused = Object.assign(new Error("null value violates a constraint"), {
    code: "23502",
    detail: "Failing row contains (alice@example.com).",
  });
  const failed = new FailedQuery("insert into t values ($1)", ["alice@example.com\n    at home"], refused);
  const told = serializeError(new Error("It failed.", { cause: failed }));
  const line = JSON.stringify(told);
  expect(line).not.toContain("alice");
  expect(line).not.toContain("home");
  expect(told).toMatchObject({ message: expect.stringMatching(/It failed\..*insert into t values.*violates a constraint/) });
  expect(line).toContain("log.test.ts");
  expect(serializeError(refused)).toMatchObject({ type: "Error", code: "23502" });
  expect(serializeError("a text")).toBe("a text");
});

test("an error that caused itself is told", () => {
  const circle = new Error("round");
  circle.cause = circle;
  expect(serializeError(circle)).toMatchObject({ message: expect.stringContaining("round") });
});
