import { describe, expect, test } from "vitest";
import { gatherWithin, type RunBudget } from "#jobs/run/gather-within.ts";
import { AppError } from "#lib/errors.ts";
import type { GatherFacts, GatherOptions } from "#lib/iceberg/contract.ts";
import { someFacts, someRequest } from "#lib/testing/facts.ts";

/** A reading that would read 600 bytes, and is done before any signal reaches it. */
async function gather(
  budget: Partial<RunBudget>,
  { spent = { bytes: 0, ms: 0 }, fault }: { spent?: { bytes: number; ms: number }; fault?: AppError } = {},
) {
  let asked: GatherOptions = {};
  const gatherFacts: GatherFacts = async (_, options = {}) => {
    asked = options;
    options.onProgress?.({ phase: "counting", detail: "counting keys", bytesPlanned: 600 });
    if (fault) throw fault;
    return await Promise.resolve(someFacts());
  };
  const signal = new AbortController().signal;
  await gatherWithin(gatherFacts, someRequest(), { budget: { bytes: null, time: null, ...budget }, spent, signal, onProgress: () => {} });
  return asked;
}

describe("bytes", () => {
  test("within the budget are read", async () => {
    await expect(gather({ bytes: 600 })).resolves.toBeDefined();
  });

  test("beyond it are refused, however quick the reading is", async () => {
    await expect(gather({ bytes: 599 })).rejects.toMatchObject({
      code: "too_expensive",
      message: expect.stringMatching(/600 bytes.*599 bytes.*budgets\.run\.bytes/),
    });
  });

  test("of a run's earlier keys count", async () => {
    await expect(gather({ bytes: 1000 }, { spent: { bytes: 500, ms: 0 } })).rejects.toThrow(/1\.1 KiB.*1000 bytes/);
  });
});

describe("time", () => {
  const time = { ms: 60_000, setting: "budgets.run.duration" };

  test("is the environment's where the table says nothing, else the table's without what earlier keys took", async () => {
    expect((await gather({})).durationMsMax).toBeUndefined();
    expect((await gather({ time }, { spent: { bytes: 0, ms: 20_000 } })).durationMsMax).toBe(40_000);
    expect((await gather({ time }, { spent: { bytes: 0, ms: 70_000 } })).durationMsMax).toBe(1);
  });

  test("that ran out is told with the setting that says so", async () => {
    const fault = new AppError("too_slow", "The reading took longer. Raise BERGWATCH_DURATION_MAX_SECONDS.");
    await expect(gather({ time }, { fault })).rejects.toThrow(/60 s.*Raise budgets\.run\.duration/);
    await expect(gather({}, { fault })).rejects.toThrow(/BERGWATCH_DURATION_MAX_SECONDS/);
  });
});
