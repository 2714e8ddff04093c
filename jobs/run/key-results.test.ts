import { expect, test } from "vitest";
import { someDefinition, someSample } from "#db/testing/factories.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";
import { someFacts } from "#lib/testing/facts.ts";
import { fromFacts } from "./key-results.ts";

test("a sample whose key holds a NUL character can be stored, under the hash of the key as it is", () => {
  const { keyHash: _, ...sample } = someSample();
  const facts = someFacts({ samples: [{ ...sample, key: ["a\0"] }] });
  const { samples } = fromFacts(facts, {
    keyVersionId: 1,
    key: ["id"],
    definition: someDefinition(),
    registry: null,
    now: new Date(),
    keyHashes: KEY_HASHES,
    note: () => {},
  });
  expect(samples).toMatchObject([{ key: ["a␀"], keyHash: KEY_HASHES.of(["a\0"]) }]);
});
