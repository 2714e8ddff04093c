import { expect, test } from "vitest";
import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import { WebhookDocument } from "#lib/contracts/webhook-document.ts";
import { toWebhookDocument } from "#lib/incidents/channels/webhook-document.ts";
import type { ToldEvent, ToldIncident, ToldReview } from "#lib/incidents/message.ts";
import type { Content } from "#lib/incidents/render-content.ts";
import { renderMessage } from "#lib/incidents/render-message.ts";
import { sentenceToText, wholeText } from "#lib/incidents/render-words.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";
import { someToldEvent, someToldIncident, TOLD_AT } from "#lib/testing/told-incidents.ts";

const context = { publicUrl: "https://bergwatch.example.org", now: TOLD_AT };
const ID = "5b1fae3c-0d5b-4f6e-9d0c-6a4f6f0f0214";
const TABLE = "0d6cb9f2-5a55-4f0e-8f5e-2d1f1c8a0001";

function render(events: readonly Partial<ToldEvent>[], changes: Partial<ToldIncident> = {}): Content {
  return renderMessage({ kind: "incident", incident: someToldIncident(changes), events: events.map((one) => someToldEvent(one)) }, context);
}

function sentencesOf(content: Content): string[] {
  return content.sentences.map((sentence) => sentenceToText(sentence, TOLD_AT));
}

test("the plain text alone says what, how many, since which commit, whether it can wait, and where to look", () => {
  expect(wholeText(render([{}]))).toBe(
    "sales.orders: 30 keys have more than one row: 30 surplus rows. Since Tue 24 Nov, 01:44 UTC; the snapshot before was OK. " +
      "Can it wait? Better not: it is an alert. Sums and joins over the table count the surplus rows too, until they are deleted. " +
      "Snapshot 5120448867302916644, append by Flink 1.20, job orders-sink, checkpoint 20417. " +
      `INC-214 https://bergwatch.example.org/incidents/${ID}`,
  );
});

test("each event leads with words of its own", () => {
  const acknowledged = { state: "acknowledged", acknowledgedBy: "Maria", acknowledgedAt: TOLD_AT } as const;
  const resolved = { state: "resolved", resolvedAt: new Date("2026-11-25T03:00:00Z") } as const;
  const cases: [Partial<ToldEvent>, Partial<ToldIncident>, string, string][] = [
    [{ kind: "opened" }, {}, "sales.orders: 30 keys", "Found: 30 keys"],
    [{ kind: "reopened" }, {}, "Again: sales.orders: 30 keys", "Wrong again: 30 keys"],
    [{ kind: "worsened" }, {}, "Worse: sales.orders: 30 keys", "Worse than before: 30 keys"],
    [{ kind: "woken" }, {}, "Still wrong: sales.orders: 30 keys", "The snooze is over, and it is still wrong: 30 keys"],
    [{ kind: "woken", by: "Maria" }, {}, "No longer snoozed: sales.orders", "Maria ended the snooze."],
    [{ kind: "acknowledged", by: "Maria" }, acknowledged, "Acknowledged: sales.orders, duplicate rows", "Maria acknowledged it."],
    [
      { kind: "snoozed", by: "Maria", detail: { until: "2026-11-24T06:00:00Z" } },
      { state: "snoozed" },
      "Snoozed: sales.orders",
      "Maria snoozed it until Tue 24 Nov, 06:00 UTC.",
    ],
    [{ kind: "assigned", by: "Maria", detail: { assignee: "Ben" } }, {}, "Assigned: sales.orders", "Maria gave it to Ben."],
    [{ kind: "assigned", by: "Maria", detail: { assignee: "Maria" } }, {}, "Assigned: sales.orders", "Maria took it."],
    [{ kind: "assigned", by: "Maria", detail: { assignee: null } }, {}, "Assigned: sales.orders", "Maria removed the assignee."],
    [
      { kind: "commented", by: "Maria", detail: { text: "It was change 4471." } },
      {},
      "Comment: sales.orders",
      "Maria: “It was change 4471.”",
    ],
    [
      { kind: "resolved", detail: { goodRuns: 3 } },
      resolved,
      "Resolved: sales.orders, duplicate rows",
      "It is over: the last 3 runs were good. It lasted 25 h.",
    ],
    [
      { kind: "accepted", by: "Maria", detail: { until: "2026-11-30T06:00:00Z", text: "Known since the backfill." } },
      { state: "accepted", resolvedAt: TOLD_AT, resolvedBy: "Maria" },
      "Accepted: sales.orders, duplicate rows",
      "Accepted until Mon 30 Nov, 06:00 UTC, by Maria. Known since the backfill.",
    ],
    [
      { kind: "resolved", detail: { text: "A limit was changed." } },
      resolved,
      "Resolved: sales.orders, duplicate rows",
      "It is over: a limit was changed.",
    ],
    [{ kind: "resolved", by: "Maria" }, resolved, "Resolved: sales.orders, duplicate rows", "Maria resolved it manually."],
  ];
  for (const [event, incident, title, happened] of cases) {
    const content = render([event], incident);
    expect(content.title).toMatch(new RegExp(`^${title}`));
    expect(sentenceToText(content.happened[0] ?? { lead: null, parts: [] }, TOLD_AT)).toContain(happened);
  }
});

test("of several events what is wrong leads, unless it is over", () => {
  const acknowledged = { kind: "acknowledged", by: "Maria" } as const;
  const content = render([{}, acknowledged], { state: "acknowledged" });
  expect(content.leads).toBe("opened");
  expect(sentencesOf(content).filter((sentence) => sentence.includes("Maria"))).toEqual(["Maria acknowledged it."]);
  const over = render([{}, acknowledged, { kind: "resolved", detail: { goodRuns: 3 } }], { state: "resolved" });
  expect(over.title).toBe("Resolved: sales.orders, duplicate rows");
  expect(sentencesOf(over)).toContainEqual(expect.stringContaining("Found: 30 keys"));
  expect(over.actions).toBeNull();
});

test("since when is said as far as it is proven, and no further", () => {
  const since = someToldIncident().seen.since;
  const began = (changes: Partial<NonNullable<typeof since>> | null): string =>
    sentencesOf(render([{}], { seen: { ...someToldIncident().seen, since: since && changes && { ...since, ...changes } } })).join(" ");
  expect(began({})).toContain("Since Tue 24 Nov, 01:44 UTC; the snapshot before was OK.");
  expect(began({ unreadBetween: true })).toContain(
    "Began between Tue 24 Nov, 01:40 UTC and Tue 24 Nov, 01:44 UTC; some snapshots between them were not read.",
  );
  expect(began({ lastGoodAt: null })).toContain("Since Tue 24 Nov, 01:44 UTC or earlier; no earlier snapshot is known to be OK.");
  expect(began({ lastGoodAt: null, isFirst: true })).toContain("Since Tue 24 Nov, 01:44 UTC, the table’s first commit.");
  expect(began(null)).not.toMatch(/Since|Began/);
});

test("why the keys are duplicated is told right after what is wrong, and nothing of causes where they are not known", () => {
  const why = "96.1 % because topic orders now has 12 partitions instead of 6; of 3.9 % the cause is not known.";
  const content = render([{}], { why });
  expect(sentencesOf(content)[0]).toBe(`Why: ${why}`);
  expect(content.text.body).toContain(`surplus rows. Why: ${why}`);
  expect(sentencesOf(render([{}])).filter((sentence) => sentence.startsWith("Why"))).toEqual([]);
});

test("a bound is said to be one, and nothing is said of trust where nothing is known", () => {
  const finding = someToldIncident().findings[0];
  const bound = render([{}], { findings: finding ? [{ ...finding, bound: "at least" }] : [] });
  expect(bound.facts.map(({ name }) => name)).toEqual(["First bad snapshot", "Written by", "How sure"]);
  expect(render([{}]).facts.map(({ name }) => name)).toEqual(["First bad snapshot", "Written by"]);
});

test("a warning can wait until working hours, an alert not, and both say why", () => {
  expect(sentencesOf(render([{}], { severity: "warn" }))).toContain(
    "Can it wait? Until working hours, yes: it is a warning. Sums and joins over the table count the surplus rows too, until they are deleted.",
  );
  expect(sentencesOf(render([{}], { check: "delete_backlog" }))).toContain(
    "Can it wait? Better not: it is an alert. Numbers stay correct, but reads get slower and more expensive until the table is compacted.",
  );
  const twice = someToldIncident().findings.map(
    (finding) => ({ ...finding, check: "delete_backlog", metric: "files_registered_twice" }) as const,
  );
  expect(sentencesOf(render([{}], { severity: "warn", check: "delete_backlog", findings: twice }))).toContain(
    "Can it wait? Until working hours, yes: it is a warning. Sums and joins over the table count the rows of such a file more than once.",
  );
});

test("every link opens what it names: the first key, the table as the incident saw it, the incident, the review", () => {
  const incident = render([{}]);
  const links = (content: Content): [string, string][] => content.links.map(({ kind, url }) => [kind, url]);
  expect(links(incident)).toEqual([
    ["key", `https://bergwatch.example.org/tables/${TABLE}/keys/${"a1".repeat(32)}?key=order_id&snapshot=6630917745120448217`],
    ["table", `https://bergwatch.example.org/tables/${TABLE}?key=order_id&metric=surplus_rows&snapshot=6630917745120448217`],
    ["incident", `https://bergwatch.example.org/incidents/${ID}`],
  ]);
  expect(links(render([{ kind: "resolved" }], { state: "resolved" })).map(([kind]) => kind)).toEqual(["incident", "table"]);
  const counts = { opened: 1, reopened: 0, resolved: 2, accepted: 0, stillOpen: 3, surplusRows: 18_725, actionsOpen: 4, actionsLate: 1 };
  const agenda = [{ incidentId: ID, tableId: TABLE, sentence: "sales.orders: 30 keys have more than one row.", onIt: null, silence: null }];
  const digest = renderMessage(
    { kind: "digest", review: { week: "2026-W48", sentence: "One table is wrong.", counts, agenda, accepted: [], left: 2 } },
    context,
  );
  expect(links(digest)).toEqual([["review", "https://bergwatch.example.org/review/2026-W48"]]);
  expect(wholeText(digest)).toBe(
    "Week 2026-W48: One table is wrong. Incidents: 1 opened, 0 reopened, 2 resolved, 3 still open. Extra rows: 18,725. " +
      "Actions open: 4, 1 of them late.\nsales.orders: 30 keys have more than one row.\n2 more are in the review. https://bergwatch.example.org/review/2026-W48",
  );
});

test("a digest says who works on each item, and until when and by whom a level is accepted", () => {
  const counts = { opened: 1, reopened: 0, resolved: 0, accepted: 1, stillOpen: 1, surplusRows: 30, actionsOpen: 0, actionsLate: 0 };
  const onIt: OnIt = {
    acknowledged: { by: "Maria", at: "2026-11-24T09:00:00.000Z" },
    assignee: "Payments",
    snoozed: { until: "2026-11-26T09:00:00.000Z", by: "Ada" },
  };
  const silence: ActiveSilence = { kind: "silence", until: "2026-11-27T09:00:00.000Z", by: "Ada" };
  const levels = [{ what: "Delete ratio 0.558", by: "Ada", why: "Compaction is off.", until: "2026-12-30T09:00:00.000Z" }];
  const about = { incidentId: ID, tableId: TABLE };
  const review: ToldReview = {
    week: "2026-W48",
    sentence: "1 incident opened, 1 accepted; 1 still open.",
    counts,
    agenda: [{ ...about, sentence: "sales.orders: 30 keys.", onIt, silence }],
    accepted: [
      { ...about, incidentId: null, sentence: "sales.prices: delete ratio 0.558.", levels },
      { ...about, sentence: "sales.old: 2 keys.", levels: [] },
    ],
    left: 0,
  };
  const { items, text } = renderMessage({ kind: "digest", review }, context);
  expect(items.map((item) => item.text)).toEqual([
    "sales.orders: 30 keys. · Acknowledged by Maria, Tue 24 Nov, 09:00 UTC · Snoozed by Ada until Thu 26 Nov, 09:00 UTC · Assigned to Payments" +
      " · Notifications silenced until Fri 27 Nov, 09:00 UTC",
    "sales.prices: delete ratio 0.558. · Accepted until Wed 30 Dec, 09:00 UTC by Ada (Delete ratio 0.558)",
    "sales.old: 2 keys.",
  ]);
  expect(items[1]?.parts[0]).toEqual({ url: `https://bergwatch.example.org/tables/${TABLE}`, words: "sales.prices: delete ratio 0.558." });
  expect(text.body).toContain("0 resolved, 1 accepted, 1 still open.");
});

test("a name too long for any link leads to the plainer page, and not to a broken one", () => {
  const urls = render([{}], { keyName: "k".repeat(5000) }).links.map(({ url }) => new URL(url).pathname + new URL(url).search);
  expect(urls).toEqual([`/tables/${TABLE}/keys/${"a1".repeat(32)}`, `/tables/${TABLE}`, `/incidents/${ID}`]);
});

test("a catalog's incident names the catalog, what it answers and what waits, and no table", () => {
  const sentence =
    "It has not answered for 2 min, and 12 tables wait for it. The catalog lake (https://lake.example.org) failed (status 503).";
  const finding = { ...someFinding({ check: "catalog", kind: "ill", metric: null, key: null, sentence }), severity: "warn" as const };
  const catalog: Partial<ToldIncident> = {
    subject: { of: "catalog", name: "lake" },
    check: "catalog",
    severity: "warn",
    sentence,
    findings: [finding],
    seen: someSighting({ snapshotId: null, keys: null, since: null }),
    keyName: null,
    examples: [],
    committedBy: null,
    nextObservationDueAt: null,
  };
  const opened = render([{}], catalog);
  expect(wholeText(opened)).toMatch(
    /^Catalog lake: It has not answered for 2 min, and 12 tables wait for it\. .*Can it wait\? Until working hours/,
  );
  expect(opened.links.map(({ kind, url }) => [kind, url])).toEqual([
    ["incident", `https://bergwatch.example.org/incidents/${ID}`],
    ["catalog", "https://bergwatch.example.org/catalogs/lake"],
  ]);
  expect(opened.footer).toEqual(["INC-214"]);
  const message = { kind: "incident" as const, incident: someToldIncident(catalog), events: [someToldEvent()] };
  expect(WebhookDocument.parse(toWebhookDocument({ message, deliveryId: "1", plain: false, ...context }))).toMatchObject({
    incident: { table: null, catalog: { name: "lake", url: "https://bergwatch.example.org/catalogs/lake" }, check: "catalog" },
  });
  const over = { ...catalog, state: "resolved", resolvedAt: new Date("2026-11-24T02:30:00Z") } as const;
  expect(wholeText(render([{ kind: "resolved" }], over))).toContain("It is over: the catalog answers again. It lasted 30 min.");
  const told = [
    { incident: someToldIncident(over), events: [someToldEvent({ kind: "resolved" })] },
    { incident: someToldIncident(), events: [someToldEvent()] },
  ];
  expect(sentencesOf(renderMessage({ kind: "several", told, shared: null }, context))[0]).toBe(
    "In 1 table and 1 catalog: 1 opened, 1 resolved.",
  );
});

const FIRST = { says: "Compact the table. Then schedule it.", docs: "/docs/metrics/delete_ratio" };

test("a message says what to do first and links to the docs of this Bergwatch, and says nothing where nothing helps", () => {
  const content = render([{}], { firstStep: FIRST });
  const url = "https://bergwatch.example.org/docs/metrics/delete_ratio";
  const sentence = content.sentences.find(({ lead }) => lead === "First:");
  expect(sentence?.parts).toEqual([FIRST.says, " ", { url, words: "How this happens" }]);
  expect(wholeText(content)).toContain(`First: ${FIRST.says} ${url}`);
  expect(sentencesOf(render([{}])).filter((text) => text.startsWith("First"))).toEqual([]);
  expect(sentencesOf(render([{ kind: "resolved" }], { state: "resolved", firstStep: FIRST })).join(" ")).not.toContain("First");
  const told = [1, 2].map((number) => ({ incident: someToldIncident({ firstStep: FIRST, number }), events: [someToldEvent()] }));
  for (const { parts } of renderMessage({ kind: "several", told, shared: null }, context).items)
    expect(parts).toContainEqual({ url, words: "What to do first" });
});

test("a webhook has the causes, the first step, and its page as fields, each null where nothing is known", () => {
  const documentOf = (changes: Partial<ToldIncident>) => {
    const message = { kind: "incident" as const, incident: someToldIncident(changes), events: [someToldEvent()] };
    return WebhookDocument.parse(toWebhookDocument({ message, deliveryId: "1", plain: false, ...context }));
  };
  expect(documentOf({ causes: [{ cause: "upsert_off", keys: 30 }], firstStep: FIRST })).toMatchObject({
    incident: {
      causes: [{ cause: "upsert_off", keys: 30 }],
      first_step: FIRST.says,
      docs: "https://bergwatch.example.org/docs/metrics/delete_ratio",
    },
  });
  expect(documentOf({})).toMatchObject({ incident: { causes: null, first_step: null, docs: null } });
});
