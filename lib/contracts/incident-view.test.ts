import { expect, test } from "vitest";
import { AssignBody, CommentBody } from "#lib/contracts/incident-view.ts";
import { NOT_STORABLE } from "#lib/contracts/storable-text.ts";

const incidentId = "00000000-0000-4000-8000-000000000000";
const comment = { incidentId, by: "Ada", text: "The topic was written anew." };

test.each([
  ["text", CommentBody.safeParse({ ...comment, text: "a\0b" })],
  ["by", CommentBody.safeParse({ ...comment, by: "A\0da" })],
  ["assignee", AssignBody.safeParse({ incidentId, by: "Ada", assignee: "A\0da" })],
])("a NUL character, which Postgres cannot hold, is refused in %s before anything is stored", (name, { error }) => {
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[[name], NOT_STORABLE]]);
});

test("names and texts are taken without the spaces at their ends", () => {
  expect(CommentBody.parse({ ...comment, by: " Ada " })).toEqual(comment);
});
