import { expect, test } from "vitest";
import { isRepeatedInCommit } from "#lib/causes/repeated-in-commit.ts";
import { decide } from "#lib/causes/decide.ts";
import { signatureOf } from "#lib/causes/signature.ts";
import { someKey, someTableEvidence } from "#lib/testing/causes.ts";

const commits = (isRewrite: boolean, writerReplaces: boolean) => ({ commits: new Map([["7", { isRewrite, writerReplaces }]]) });
const OFF = { partition: null, offset: null, addedBy: "7" } as const;
const ON = { addedBy: "7" } as const;

test.each<[string, ReturnType<typeof someKey>, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["rows of one load that was never in Kafka", someKey(OFF, OFF), someTableEvidence(commits(false, false)), true],
  ["rows of one commit of a writer that deletes elsewhere", someKey(ON, ON), someTableEvidence(commits(false, true)), true],
  ["rows of one commit of a sink that only appends", someKey(ON, ON), someTableEvidence(commits(false, false)), false],
  ["rows of two commits", someKey(OFF, { ...OFF, addedBy: "8" }), someTableEvidence(commits(false, true)), false],
  ["rows that a rewrite wrote", someKey(OFF, OFF), someTableEvidence(commits(true, true)), false],
  ["rows that a compaction kept apart", someKey({ ...OFF, compacted: true }, OFF), someTableEvidence(commits(false, true)), false],
  ["a commit that expired", someKey({ ...OFF, addedBy: "3" }, { ...OFF, addedBy: "3" }), someTableEvidence(commits(false, true)), null],
  ["an expired commit where nothing deletes", someKey({ addedBy: "3" }, { addedBy: "3" }), someTableEvidence(commits(false, false)), false],
])("a key is repeated in a commit: %s", (_, key, table, expected) => {
  expect(isRepeatedInCommit(key, table)).toBe(expected);
});

test("a load with repeats is blamed before a second writer is, and a sink that only appends has its upsert off", () => {
  expect(decide(signatureOf(someKey(OFF, OFF), someTableEvidence(commits(false, true)))).cause).toBe("repeated_in_commit");
  const appends = someTableEvidence({ ...commits(false, false), neverDeletes: true });
  expect(decide(signatureOf(someKey(ON, ON), appends)).cause).toBe("upsert_off");
});
