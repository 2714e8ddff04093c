import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeSince } from "#lib/judging/describe-since.ts";
import { lineageOf, lineOf, type LineCommit, type Lineage } from "#lib/judging/lineage.ts";
import { nextRead, toKnown, type KnownValue } from "#lib/judging/search-since.ts";

const LIMIT = 0;

/** A lineage whose snapshot `0` is the newest; its parents are listed one after the other. */
function lineOfLength(length: number, end: Lineage["end"] = "first"): Lineage {
  const commits = Array.from({ length }, (_, at): LineCommit => {
    const isOldest = at === length - 1;
    return { ...commitOf(String(at)), parentId: isOldest && end === "first" ? null : String(at + 1), isRetained: true };
  });
  return { commits, end };
}

function commitOf(snapshotId: string): Omit<LineCommit, "parentId" | "isRetained"> {
  const committedAt = new Date(Date.UTC(2026, 2, 1) - Number(snapshotId) * 60_000).toISOString();
  return { snapshotId, committedAt, operation: "append", committedBy: null, addedFiles: null, addedRows: null };
}

const valueOf = (value: number): KnownValue => ({ value, bad: value > LIMIT });

/** Reads until nothing more would tell. `values`, newest first; one that is null cannot be read. */
function search(lineage: Lineage, values: readonly (number | null)[], stored: readonly number[] = []) {
  const known = new Map(stored.flatMap((at) => (values[at] == null ? [] : [[String(at), valueOf(values[at])] as const])));
  const skipped = new Set<string>();
  const reads: number[] = [];
  for (let next = nextRead(lineage, known, skipped); next !== null; next = nextRead(lineage, known, skipped)) {
    const value = values[Number(next)];
    expect(reads).not.toContain(Number(next));
    reads.push(Number(next));
    if (value == null) skipped.add(next);
    else known.set(next, valueOf(value));
  }
  return {
    reads,
    known,
    found: describeSince({ lineage, known, metric: "surplus_rows", limit: LIMIT, read: reads.length, isComplete: true }),
  };
}

/** The last transition to bad by reading everything: its place, newest first. */
function lastTurn(values: readonly (number | null)[]): { at: number; before: number | null } | null {
  const read = values.flatMap((value, at) => (value === null ? [] : [{ at, bad: value > LIMIT }]));
  const first = read.findIndex(({ bad }) => bad);
  if (first === -1) return null;
  const good = read.findIndex(({ bad }, at) => at > first && !bad);
  const bad = read[(good === -1 ? read.length : good) - 1];
  return bad ? { at: bad.at, before: read[good]?.at ?? null } : null;
}

describe("the last transition to bad", () => {
  const spells = fc.record({
    newer: fc.nat(30),
    bad: fc.integer({ min: 1, max: 300 }),
    older: fc.nat(300),
    seeds: fc.array(fc.nat(630), { maxLength: 20 }),
  });

  test("of a table that was bad once is found whatever was known before, with few reads", () => {
    fc.assert(
      fc.property(spells, ({ newer, bad, older, seeds }) => {
        const values = [...Array<number>(newer).fill(0), ...Array<number>(bad).fill(3), ...Array<number>(older).fill(0)];
        const inSpell = newer === 0 ? [] : [newer + ((seeds[0] ?? 0) % bad)];
        const stored = [...seeds, ...inSpell].filter((at) => at < values.length);
        const { found, reads } = search(lineOfLength(values.length), values, stored);
        expect(found.last?.at.snapshotId).toBe(String(newer + bad - 1));
        expect(found.last?.unreadBetween).toBe(0);
        expect(found.last?.before?.commit.snapshotId ?? null).toBe(older === 0 ? null : String(newer + bad));
        expect(found.last?.isFirst).toBe(older === 0);
        const end = found.transitions.find(({ to }) => to === "good");
        expect(end && [end.at.snapshotId, end.unreadBetween]).toEqual(newer > 0 ? [String(newer - 1), 0] : undefined);
        // The head, a gallop as far as the spell is long, a halving of the gap to a good one, and a halving of that to its end.
        const doublings = (gap: number) => Math.ceil(Math.log2(gap + 1));
        expect(reads.length).toBeLessThanOrEqual(2 + doublings(bad) + doublings(bad + older) + (newer > 0 ? doublings(newer + bad) : 0));
      }),
    );
  });

  test("next to a good snapshot that is known is found by halving the gap, and nothing else is read", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(2000), (bad, more) => {
        const gap = bad + more;
        const values = [...Array<number>(bad).fill(1), ...Array<number>(more + 1).fill(0)];
        const { found, reads } = search(lineOfLength(values.length), values, [0, gap]);
        expect(found.last).toMatchObject({ at: { snapshotId: String(bad - 1) }, unreadBetween: 0 });
        expect(reads.length).toBeLessThanOrEqual(Math.ceil(Math.log2(gap)));
      }),
    );
  });

  test("is, of a table that turned often, one that reading everything shows too; and the last one when everything is known", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(1), fc.constant(null)), { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(60)),
        (given, stored) => {
          const values = [given[0] ?? 1, ...given.slice(1)];
          const lineage = lineOfLength(values.length);
          const { found } = search(lineage, values, stored);
          const all = search(lineage, values, [...values.keys()]);
          expect(all.reads.filter((at) => values[at] !== null)).toEqual([]);
          const truth = lastTurn(values);
          expect(all.found.last?.at.snapshotId ?? null).toBe(truth === null ? null : String(truth.at));
          expect(all.found.last?.before?.commit.snapshotId ?? null).toBe(truth?.before == null ? null : String(truth.before));
          expect(found.last === null).toBe(truth === null);
          if (found.last === null) return;
          const { at, before, unreadBetween } = found.last;
          const place = Number(at.snapshotId);
          const older = before === null ? values.length : Number(before.commit.snapshotId);
          expect(values[place]).toBe(1);
          // Whatever lies between the two cannot be read.
          expect(values.slice(place + 1, older).every((value) => value === null)).toBe(true);
          expect(unreadBetween).toBe(older - place - 1);
          expect(all.found.transitions).toContainEqual(found.last);
        },
      ),
    );
  });

  test("has the narrowest bracket that can be read, when snapshots in between have expired", () => {
    const values = [2, 2, 2, null, null, null, 0, 0];
    const lineage = lineOfLength(8);
    const commits = lineage.commits.map((commit, at) => ({ ...commit, isRetained: at < 3 }));
    const { found, reads } = search({ ...lineage, commits }, values, [0, 6]);
    expect(found.last).toMatchObject({ at: { snapshotId: "2" }, before: { commit: { snapshotId: "6" }, value: 0 }, unreadBetween: 3 });
    expect([reads, found.snapshots, found.known]).toEqual([[2], 3, 2]);
  });

  test("is not known before the oldest snapshot that is retained", () => {
    const { found } = search(lineOfLength(5, "expired"), [2, 2, 2, 2, 2]);
    expect(found.last).toMatchObject({ at: { snapshotId: "4" }, before: null, unreadBetween: 0, lineageEnds: true, isFirst: false });
  });
});

test("where older snapshots cannot be read, the newer ones are settled first", () => {
  const values = Array.from({ length: 200 }, (_, at) => (at > 100 ? null : at >= 80 ? 0 : 1));
  const { reads } = search(lineOfLength(200), values);
  const failed = reads.findIndex((at) => values[at] === null);
  expect(reads.indexOf(79)).toBeGreaterThan(-1);
  expect(reads.indexOf(80)).toBeGreaterThan(-1);
  expect([failed, reads.length]).toEqual([7, 14]);
});

test("a head that is good is looked through, coarse to fine, until a bad spell is met", () => {
  const values = Array.from({ length: 64 }, (_, at) => (at >= 30 && at < 40 ? 1 : 0));
  const { found, reads } = search(lineOfLength(64), values);
  expect(reads.slice(0, 3)).toEqual([0, 63, 32]);
  expect(found.transitions.map(({ to, at }) => [to, at.snapshotId])).toEqual([
    ["bad", "39"],
    ["good", "29"],
  ]);
  expect(found.head.bad).toBe(false);
});

test("a good spell that nobody read between bad snapshots is said to stay unseen", () => {
  const values = Array.from({ length: 40 }, (_, at) => (at === 2 || at >= 30 ? 0 : 1));
  const { found } = search(lineOfLength(40), values, [0, 20]);
  expect(found.last?.at.snapshotId).toBe("29");
  expect(found.notes.join(" ")).toMatch(/\d+ snapshots between bad ones were not read: a good period entirely in between is not seen\./);
});

test("what is not to be trusted proves no side, and the head is taken for what it says with a note", () => {
  const untrusted = { level: "untrusted", direction: null } as const;
  expect(toKnown(3, 0, untrusted).bad).toBeNull();
  expect([
    toKnown(3, 0, { level: "untrusted", direction: "at least" }).bad,
    toKnown(0, 0, { level: "untrusted", direction: "at least" }).bad,
  ]).toEqual([true, null]);
  expect([
    toKnown(3, 0, { level: "partial", direction: "at most" }).bad,
    toKnown(0, 0, { level: "partial", direction: "at most" }).bad,
  ]).toEqual([null, false]);
  const known = new Map([
    ["0", toKnown(3, 0, untrusted)],
    ["1", toKnown(0, 0, { level: "exact", direction: null })],
  ]);
  const found = describeSince({ lineage: lineOfLength(2), known, metric: "surplus_rows", limit: 0, read: 0, isComplete: true });
  expect(found).toMatchObject({ head: { value: 3, bad: true }, last: { at: { snapshotId: "0" } } });
  expect(found.notes).toEqual(["The number of the requested snapshot is untrusted; it is used as it is: 3."]);
});

test("a lineage goes by parents and never by time, leaves branches and what was rolled back out, and says how it ends", () => {
  const commit = (snapshotId: string, parentId: string | null): LineCommit => ({ ...commitOf(snapshotId), parentId, isRetained: true });
  // 3 was rolled back, 9 is another branch's; 4 claims to be older than its parent.
  const all = [commit("1", null), commit("2", "1"), commit("3", "2"), commit("9", "1"), commit("4", "2")];
  expect(lineageOf(all, "4").commits.map(({ snapshotId }) => snapshotId)).toEqual(["4", "2", "1"]);
  expect(lineageOf(all, "4").end).toBe("first");
  expect(lineageOf(all.slice(1), "4").end).toBe("expired");
  expect(lineageOf(all.slice(1), "4", true).end).toBe("cut");
  expect(lineageOf(all, "77").commits).toEqual([]);
  expect([...lineOf([commit("5", "6"), commit("6", "5")], "5")]).toEqual(["5", "6"]);
});
