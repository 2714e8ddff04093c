import { expect, test } from "vitest";
import { reportSoak, type Sample, summarizeSoak } from "#e2e/bench/soak/summarize-soak.ts";

const MEGA = 1_000_000;

function sample(at: number, heap: number | null, pid = 1): Sample {
  const memory = { pid, residentBytes: (200 + at) * MEGA, heapBytes: heap === null ? null : heap * MEGA, externalBytes: null };
  return { seconds: at * 30, memory: { web: memory, worker: { ...memory, heapBytes: 50 * MEGA } } };
}

test("memory is told by the medians of the thirds, and growth by the heap of the samples that have one", () => {
  const [web] = summarizeSoak([100, null, 101, 102, null, 110, 120, 150, 121].map((heap, at) => sample(at, heap)));
  expect(web).toMatchObject({
    program: "web",
    resident: [201, 204, 207].map((mega) => mega * MEGA),
    heap: [100.5, 110, 135.5].map((mega) => mega * MEGA),
    external: null,
    restarts: 0,
  });
  expect(web?.growth).toBeCloseTo(135.5 / 100.5);
});

test("the report says whether the bar was met, that a program was restarted, and that there were too few samples", () => {
  const report = reportSoak(summarizeSoak([sample(0, 100), sample(1, 100), sample(2, 111, 2)]));
  expect(report).toMatch(/^web: .*; restarted 1 times$/m);
  expect(report).toMatch(/^heap, last \/ first: 1\.11 {2}bar: at most 1\.1, missed$/m);
  expect(report).toMatch(/^heap, last \/ first: 1\.00 {2}bar: at most 1\.1, met$/m);
  expect(report).toMatch(/^outside of the heap +too few samples$/m);
});
