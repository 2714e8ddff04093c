import { expect, test } from "vitest";
import { readEnv } from "#lib/env.ts";
import { LIMIT_SETTINGS } from "#lib/iceberg/reader-limits.ts";

test.each(Object.values(LIMIT_SETTINGS))("%s, which a message tells to raise, is a setting that changes something", (name) => {
  expect(readEnv({ [name]: "12345" })).not.toEqual(readEnv({}));
});
