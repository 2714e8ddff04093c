import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { asStoreError, describeAddress, isStoreUnreachable } from "./store-errors.ts";

const URL_WITH_SECRET = "postgres://someone:secret@db.example.org/bergwatch";

test.each([
  ["57P01", "store_unreachable", /does not answer \(57P01\)/],
  ["ECONNREFUSED", "store_unreachable", /does not answer \(ECONNREFUSED\); check that it runs/],
  ["53300", "store_unreachable", /has no connection left; raise max_connections/],
  ["53100", "out_of_disk", /has no disk space left; free some/],
  ["28P01", "store_refused", /does not accept the password; check DATABASE_URL/],
  ["3D000", "store_refused", /has no such database/],
  ["42501", "store_refused", /does not give this user the rights it needs/],
])("%s is said as %s, by address and without the password", (code, expected, message) => {
  const raw = new DrizzleQueryError("select 1", [], Object.assign(new Error("raw"), { code }));
  const error = asStoreError(raw, URL_WITH_SECRET);
  expect(error).toMatchObject({ code: expected, message: expect.stringMatching(message), cause: raw });
  expect((error as Error).message).toContain("Postgres at db.example.org:5432/bergwatch");
  expect((error as Error).message).not.toContain("secret");
});

test("what is no fault of the store comes back as it is", () => {
  const own = new AppError("usage", "Two tables are named orders.");
  const wrong = Object.assign(new Error("duplicate key"), { code: "23505" });
  expect(asStoreError(own, URL_WITH_SECRET)).toBe(own);
  expect(asStoreError(wrong, URL_WITH_SECRET)).toBe(wrong);
  expect(asStoreError("text", URL_WITH_SECRET)).toBe("text");
});

test("only a broken or missing connection is worth trying again", () => {
  expect(isStoreUnreachable(new DrizzleQueryError("select 1", [], new Error("Connection terminated unexpectedly")))).toBe(true);
  expect(isStoreUnreachable(new AppError("store_unreachable", "Silent."))).toBe(true);
  expect(isStoreUnreachable(new AppError("store_refused", "No."))).toBe(false);
  expect(isStoreUnreachable(Object.assign(new Error("raw"), { code: "23505" }))).toBe(false);
});

test("an address names no user and no password", () => {
  expect(describeAddress(URL_WITH_SECRET)).toBe("db.example.org:5432/bergwatch");
});
