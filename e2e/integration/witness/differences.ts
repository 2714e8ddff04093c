import type { Numbers } from "#e2e/integration/witness/questions.ts";

/** A question to which one reader is known not to give the answer of the specification. */
export type DeclaredDifference = {
  /** Names of questions. */
  questions: readonly string[];
  why: string;
  /** Who else says so; `date` of it, ISO 8601. */
  source: { url: string; date: string };
} & (
  | { reader: "Trino"; does: Answers | Refuses }
  /** Bergwatch may refuse where it cannot be exact. A wrong number of its own is mended, never declared. */
  | { reader: "Bergwatch"; does: Refuses }
);

/** Other numbers than the right ones: those that differ. */
interface Answers {
  answers: Partial<Numbers>;
}

/** No number, and a message that holds this text. */
interface Refuses {
  refuses: string;
}

/** The run fails on a difference that is not here, and on one of these that is seen no more. */
export const DECLARED_DIFFERENCES: readonly DeclaredDifference[] = [
  {
    questions: ["key_uuid_both_halves"],
    reader: "Trino",
    does: { answers: { rows: 16, distinct_keys: 10, duplicated_keys: 6, surplus_rows: 6 } },
    why:
      "Trino plans by Iceberg's Java library, whose `DeleteFileIndex` compares the bounds of uuids as two signed numbers, so that keys from 0x80 on come before " +
      "those below it. If the keys of a delete file are on both sides, its bounds are reversed, and it is skipped for data files that it does " +
      "touch: rows that were deleted are shown. A delete may be skipped only where it can match no row.",
    source: { url: "https://github.com/apache/iceberg/issues/14216", date: "2025-09-29" },
  },
  {
    questions: ["names_differ_by_case/Id", "names_differ_by_case/id"],
    reader: "Trino",
    does: { refuses: "Multiple entries with same key" },
    why: "Trino puts all names in lower case, and refuses every query of a table that has `Id` beside `id`. In the specification a column is its field id, and names differ by case.",
    source: { url: "https://github.com/trinodb/trino/issues/22677", date: "2024-07-16" },
  },
  {
    questions: ["nanoseconds/at_zone"],
    reader: "Bergwatch",
    does: { refuses: "reads it to the microsecond only" },
    why:
      "DuckDB 1.5 reads a nanosecond time with zone to the microsecond only, so that two keys could be taken for one: Bergwatch refuses it as a key and says so. " +
      "Trino counts it, and its numbers are those of the truth.",
    source: { url: "https://github.com/duckdb/duckdb-iceberg/issues/1019", date: "2026-05-29" },
  },
];

/** What a reader is declared to do with a question instead of answering it rightly; undefined: nothing. */
export function findDeclared(reader: DeclaredDifference["reader"], question: string): DeclaredDifference | undefined {
  return DECLARED_DIFFERENCES.find((one) => one.reader === reader && one.questions.includes(question));
}
