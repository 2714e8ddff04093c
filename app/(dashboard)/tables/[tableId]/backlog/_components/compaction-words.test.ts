import { expect, test } from "vitest";
import type { CompactionGain } from "#lib/compaction/compaction-gain.ts";
import { sayAssumptions, sayGain, viewGain } from "./compaction-words.ts";

function aGain(rest: Partial<CompactionGain> = {}): CompactionGain {
  return {
    rewritten: { files: 8, rows: 1000, bytes: 8 * 1024 },
    filesAfterMax: 3,
    targetFileBytes: 512 * 1024 ** 2,
    dataFiles: { before: 20, afterMax: 15 },
    droppedRows: { value: 100 },
    bytesAfterAbout: 7 * 1024,
    deleteFiles: { files: 4, rows: 90, bytes: 400 },
    ...rest,
  };
}

test("a compaction is told by what is there before it and after it", () => {
  expect(sayGain(aGain())).toBe("Rewriting 8 data files (8 KiB) would rid readers of 4 delete files and 100 deleted rows.");
  expect(viewGain(aGain()).map(({ what, before, after }) => [what, before, after])).toEqual([
    ["Delete files", "4", "0"],
    ["Data files that are rewritten", "8", "at most 3"],
    ["Rows in them", "1,000", "900"],
    ["Bytes in them", "8 KiB", "about 7 KiB"],
    ["Data files of the table", "20", "at most 15"],
  ]);
  expect(sayAssumptions(aGain())).toContain("target size (512 MiB)");
});

test("what is not known is said to be, with its reason", () => {
  const unknown = aGain({ droppedRows: { value: null, reason: "A filter." }, bytesAfterAbout: null, dataFiles: null });
  expect(sayGain(unknown)).toBe("Rewriting 8 data files (8 KiB) would rid readers of 4 delete files.");
  expect(viewGain(unknown)).toMatchObject([{}, {}, { after: "not computed", reason: "A filter." }, { after: "not computed" }]);
});

test("deletes that touch nothing need no rewriting", () => {
  const nothing = aGain({ rewritten: { files: 0, rows: 0, bytes: 0 }, deleteFiles: { files: 1, rows: 1, bytes: 1 } });
  expect(sayGain(nothing)).toBe("No data file has to be rewritten: 1 delete file touches nothing and can be dropped.");
});
