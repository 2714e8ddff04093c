import { describe, expect, test } from "vitest";
import { compactionGain, type CompactionInput } from "#lib/compaction/compaction-gain.ts";
import { TOOL_THRESHOLDS } from "#lib/compaction/tool-thresholds.ts";
import { someFacts } from "#lib/testing/facts.ts";

const { backlog } = someFacts().plan;
const rewritten = { files: 8, rows: 1000, bytes: 5000 };

function gain(rest: Partial<CompactionInput> = {}) {
  const compaction = { rewritten, filesAfterMax: 3, targetFileBytes: 2000 };
  const deleteFiles = { files: 4, rows: 90, bytes: 400 };
  return compactionGain({
    backlog: { ...backlog, compaction },
    deleteFiles,
    dataFiles: 20,
    rows: 900,
    rawRows: 1000,
    isFiltered: false,
    ...rest,
  });
}

describe("what a compaction gives", () => {
  test("is what it rewrites, what comes out at most, and the rows that deletes remove", () => {
    expect(gain()).toEqual({
      rewritten,
      filesAfterMax: 3,
      targetFileBytes: 2000,
      dataFiles: { before: 20, afterMax: 15 },
      droppedRows: { value: 100 },
      bytesAfterAbout: 4500,
      deleteFiles: { files: 4, rows: 90, bytes: 400 },
    });
  });

  test("tells no dropped rows and no bytes where the rows were counted through a filter, or not at all", () => {
    expect(gain({ isFiltered: true })).toMatchObject({ droppedRows: { value: null, reason: /filter/ }, bytesAfterAbout: null });
    expect(gain({ rawRows: null })).toMatchObject({ droppedRows: { value: null }, bytesAfterAbout: null });
  });

  test("is not told of a breakdown that was stored before it was computed", () => {
    expect(gain({ backlog })).toBeNull();
  });
});

describe("the threshold of", () => {
  test.each(TOOL_THRESHOLDS.map((one) => [one.tool, one.setting, one] as const))("%s, %s has a source and a date", (_, __, { source }) => {
    expect(source.url).toMatch(/^https:\/\/[\w.-]+\/\S+$/);
    expect(source.date).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/);
  });

  test("a tool that looks at the whole table is held to it; of one that looks at files alone nothing is said", () => {
    const measures = { dataRows: 1000, equalityRows: 100, positionRows: 199, deleteFiles: 101, dataFilesWithDeletes: 5 };
    const reached = (tool: RegExp, setting: string, rest = {}) =>
      TOOL_THRESHOLDS.find((one) => tool.test(one.tool) && one.setting === setting)?.isReached({ ...measures, ...rest });
    expect(reached(/Amoro/, "equality deletes")).toBe(true);
    expect(reached(/Amoro/, "position deletes")).toBe(false);
    expect(reached(/Amoro/, "position deletes", { dataRows: 0 })).toBeNull();
    expect(reached(/Lakekeeper/, "critical")).toBe(true);
    expect(reached(/Lakekeeper/, "critical", { deleteFiles: 100 })).toBeNull();
    expect(reached(/Spark/, "delete-ratio-threshold")).toBeNull();
    expect(reached(/Glue/, "deleteFileThreshold", { dataFilesWithDeletes: 0 })).toBe(false);
  });
});
