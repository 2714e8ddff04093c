import { expect, test } from "vitest";
import { afterLink, readAfter } from "./search-params.ts";

const RUN = { queuedAt: new Date("2026-03-01T10:05:00.123Z"), id: "0b6f3c1e-9a4e-4a59-8a3b-0d8b5f8f7f11" };

test("the link to older runs leads to the page after the last one", () => {
  const after = new URL(afterLink(RUN), "http://localhost").searchParams.get("after") ?? "";
  expect(readAfter({ after })).toEqual(RUN);
});

test.each([[undefined], ["yesterday"], ["2026-03-01T10:05:00Z~1"], [["a", "b"]]])("%s is the first page", (after) => {
  expect(readAfter({ after })).toBeUndefined();
});
