import { expect, test } from "vitest";
import { readerEnvironment } from "#lib/iceberg/reader-environment.ts";

test("a reader gets what finds programs, stores and proxies, and no other secret", () => {
  const kept = { PATH: "/bin", HOME: "/root", https_proxy: "http://proxy", LC_ALL: "C", AWS_PROFILE: "lake", AZURE_CLIENT_ID: "id" };
  const secret = {
    DATABASE_URL: "postgres://u:p@h/d",
    PGPASSWORD: "p",
    BERGWATCH_SECRET_SLACK: "xoxb",
    LAKE_TOKEN: "t",
    BERGWATCH_KEY_SECRET: "k",
    NODE_OPTIONS: "--inspect",
  };
  expect(readerEnvironment({ ...kept, ...secret })).toEqual(kept);
});
