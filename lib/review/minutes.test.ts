import { expect, test } from "vitest";
import type { AgendaItem, ReviewDocument, ReviewEntry } from "#lib/contracts/review.ts";
import { writeCsv, writeMarkdown } from "./minutes.ts";
import { someReviewView } from "#lib/testing/reviews.ts";

const item: AgendaItem = {
  kind: "open",
  state: "alert",
  table: { id: "t1", name: "sales.orders" },
  catalog: null,
  owner: "Streaming",
  sentence: "18,412 keys have more than one row: 18,725 surplus rows.",
  why: "96.1 % because topic orders now has 12 partitions instead of 6.",
  incident: { id: "i1", number: 214 },
  key: null,
  metric: "surplus_rows",
  snapshot: "17",
  since: "2026-11-24T01:44:05.000Z",
  orEarlier: true,
  onIt: { acknowledged: { by: "Ana K.", at: "2026-11-24T02:00:00.000Z" }, assignee: "Order Platform", snoozed: null },
  silence: { kind: "silence", until: "2026-11-30T00:00:00.000Z", by: "Ben" },
  accepted: [],
  proposal: null,
};

function entry(changes: Partial<ReviewEntry> = {}): ReviewEntry {
  return {
    id: "e1",
    week: "2026-W48",
    kind: "action",
    text: "Put the keep-last view in front",
    owner: "Order Platform",
    due: "2026-11-25",
    incident: { id: "i1", number: 214 },
    doneAt: null,
    doneBy: null,
    createdAt: "2026-11-27T09:00:00.000Z",
    createdBy: "Ada",
    updatedAt: "2026-11-27T09:00:00.000Z",
    updatedBy: "Ada",
    version: 1,
    ...changes,
  };
}

function document(entries: ReviewEntry[], items: AgendaItem[] = [item]): ReviewDocument {
  return { review: someReviewView({ agenda: { items, left: [] } }), entries, closed: null };
}

const options = { now: new Date("2026-11-27T09:00:00Z"), publicUrl: "https://bergwatch.example" };

test("the minutes hold the agenda with what was decided, and actions with owner, due date, how late and since which week", () => {
  const text = writeMarkdown(
    document([entry({ week: "2026-W47" }), entry({ id: "e2", text: "done that", doneAt: "2026-11-26T00:00:00.000Z" })]),
    options,
  );
  expect(text).toContain("# [Week 48, 23 to 29 November 2026](https://bergwatch.example/review/2026-W48)");
  expect(text).toContain(
    "1. **Still open**: [sales.orders](https://bergwatch.example/tables/t1). 18,412 keys have more than one row: 18,725 surplus rows. Since Tue 24 Nov 2026, 01:44 or earlier. 96.1 % because topic orders now has 12 partitions instead of 6. [INC-214](https://bergwatch.example/incidents/i1). Streaming. Acknowledged by Ana K., Tue 24 Nov 2026, 02:00. Assigned to Order Platform. Notifications silenced until Mon 30 Nov 2026, 00:00.\n   - To do: Put the keep-last view in front (Ada)",
  );
  expect(text).toContain(
    "- [ ] Put the keep-last view in front ([INC-214](https://bergwatch.example/incidents/i1)): Order Platform, Wed 25 Nov, **2 days late**, from week 47",
  );
  expect(text).toContain("- [x] done that");
});

test("what people wrote makes no headings, tables, links or lines of the minutes", () => {
  const text = writeMarkdown(document([entry({ kind: "note", text: "# big\n[a](http://b) | <script> *c*" })]), options);
  expect(text).toContain(String.raw`- \# big \[a\](http://b) \| \<script\> \*c\*`);
});

test("a text that a spreadsheet takes for a formula has an apostrophe before it, quotes are doubled, lines end by CRLF", () => {
  const csv = writeCsv(
    document([entry({ text: '=HYPERLINK("http://evil")', owner: "@team", kind: "action" }), entry({ text: "two\nlines", owner: null })]),
  );
  expect(csv).toContain(`"action",,,,"'@team","INC-214","'=HYPERLINK(""http://evil"")","2026-11-25",,"2026-W48",,,,"Ada"\r\n`);
  expect(csv).toContain('"action",,,,,"INC-214","two\nlines"');
  expect(csv.startsWith("part,number,state,table,owner,incident,text,due,done,from,to,on it,since,author\r\n")).toBe(true);
  expect(csv.endsWith("\r\n")).toBe(true);
  const fields = csv
    .replaceAll(/"(?:[^"]|"")*"/g, "q")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(",").length);
  expect(new Set(fields)).toEqual(new Set([14]));
});

test("a number that is not known is an empty cell, and no 0", () => {
  const { review } = document([]);
  const unknown = { ...review, numbers: { ...review.numbers, surplusRows: { now: null, was: null, bound: null, unknownTables: 2 } } };
  expect(writeCsv({ review: unknown, entries: [], closed: null })).toContain('"number",,,,,,"Extra rows",,,,,,,\r\n');
  expect(writeMarkdown({ review: unknown, entries: [], closed: null }, options)).toContain("| Extra rows | unknown | unknown |");
});

test("an item without a decision has a proposal in the minutes", () => {
  const text = writeMarkdown(document([], [{ ...item, proposal: "Send tombstones." }]), options);
  expect(text).toContain("\n   - Decide who does this, and when: Send tombstones.");
});
