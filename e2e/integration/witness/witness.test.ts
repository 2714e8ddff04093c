import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faultsOf } from "#e2e/integration/witness.ts";
import { DECLARED_DIFFERENCES } from "#e2e/integration/witness/differences.ts";
import { chooseQuestions, levelsOf, markOf, witnessStatement } from "#e2e/integration/witness/questions.ts";
import { readRecord, sizeOf } from "#e2e/integration/witness/record.ts";
import { fillWitnessDocs, WITNESS_DOCS } from "#e2e/integration/witness/witness-docs.ts";
import { listTestTableCases } from "#lib/testing/test-tables.ts";

const { asked, leftOut } = chooseQuestions(listTestTableCases());
const record = readRecord();
const truth = { rows: 9, null_key_rows: 1, distinct_keys: 6, duplicated_keys: 2, surplus_rows: 2 };

describe("what is said of the second reader", () => {
  test("the page says what is declared and recorded: npm run config:docs writes it", () => {
    const docs = readFileSync(WITNESS_DOCS, "utf8");
    expect(docs).toBe(fillWitnessDocs(docs, record));
    expect(docs).toContain(`${record.questions} questions`);
    for (const { source } of DECLARED_DIFFERENCES) expect(docs).toContain(source.url);
  });

  test("the tables are those about which Trino was asked: npm run verify:integration -- --record asks again", () => {
    expect({ ...sizeOf(asked), mark: markOf(asked) }).toEqual({
      tables: record.tables,
      snapshots: record.snapshots,
      questions: record.questions,
      mark: record.mark,
    });
  });

  test("each question was answered alike or is explained", () => {
    expect(record.explained).toBe(new Set(DECLARED_DIFFERENCES.flatMap(({ questions }) => questions)).size);
    expect(record.agreed + record.explained).toBe(record.questions);
  });

  test("each declared difference is of a question that is asked, and differs from the truth", () => {
    const known = new Map(asked.map(({ name, truth: right }) => [name, right]));
    const alike = DECLARED_DIFFERENCES.flatMap(({ questions, does }) =>
      questions.filter((name) => {
        const right = known.get(name);
        if (right === undefined) return true;
        return "answers" in does && faultsOf("Trino", right, right, does).length === 0;
      }),
    );
    expect(alike).toEqual([]);
  });
});

describe("the questions", () => {
  test("each of the truth is asked or left out for a reason", () => {
    const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
    expect(asked.length + left).toBe(listTestTableCases().length);
    expect(new Set(asked.map(({ name }) => name)).size).toBe(asked.length);
  });

  test("a key's column is named level by level, in quotes of Trino's", () => {
    expect(levelsOf('a."c.d"')).toEqual(["a", "c.d"]);
    expect(levelsOf('"a""b"')).toEqual(['a"b']);
    const statement = witnessStatement("odd", "12", [["a", 'c"d'], ["e"]]);
    expect(statement).toContain('SELECT "a"."c""d" AS k0, "e" AS k1 FROM lake.witness."odd" FOR VERSION AS OF 12)');
    expect(witnessStatement("odd", null, [["e"]])).not.toContain("VERSION");
  });
});

describe("a difference", () => {
  test("fails when it is not declared", () => {
    expect(faultsOf("Trino", { ...truth, rows: 10 }, truth)).toEqual(["Trino says rows 10, expected 9"]);
    expect(faultsOf("Trino", { refusal: "no" }, truth)).toEqual(["Trino refuses: no"]);
    expect(faultsOf("Trino", truth, truth)).toEqual([]);
  });

  test("fails when it is declared and seen no more, or is another one", () => {
    const declared = { answers: { rows: 10 } };
    expect(faultsOf("Trino", { ...truth, rows: 10 }, truth, declared)).toEqual([]);
    expect(faultsOf("Trino", truth, truth, declared)).toHaveLength(1);
    expect(faultsOf("Trino", { ...truth, rows: 10, surplus_rows: 3 }, truth, declared)).toHaveLength(1);
    expect(faultsOf("Bergwatch", { refusal: "reads microseconds" }, truth, { refuses: "microseconds" })).toEqual([]);
    expect(faultsOf("Bergwatch", { refusal: "is away" }, truth, { refuses: "microseconds" })).toHaveLength(1);
    expect(faultsOf("Bergwatch", truth, truth, { refuses: "microseconds" })).toHaveLength(1);
  });
});
