import { expect, test } from "vitest";
import { rewroteLiveSources } from "#lib/causes/rewrite-sources-live.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

const table = someTableEvidence({ rewrites: new Map([["//lake/a.parquet", new Set(["7"])]]) });
const source = { file: "s3a://lake/a.parquet", addedBy: "4" };

test.each<[string, ReturnType<typeof someKey>, boolean]>([
  ["a source beside its result", someKey(source, { file: "s3://lake/b.parquet", addedBy: "7" }), true],
  ["a result beside its source", someKey({ file: "s3://lake/b.parquet", addedBy: "7" }, source), true],
  ["a source beside a file of another commit", someKey(source, { file: "s3://lake/b.parquet", addedBy: "8" }), false],
  ["two files that no rewrite removed", someKey({ file: "c.parquet" }, { file: "b.parquet", addedBy: "7" }), false],
])("a rewrite's source is live: %s", (_, key, expected) => {
  expect(rewroteLiveSources(key, table)).toBe(expected);
});
