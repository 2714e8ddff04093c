import { join } from "node:path";
import { DECLARED_DIFFERENCES, type DeclaredDifference } from "#e2e/integration/witness/differences.ts";
import { chooseQuestions, COMPARED, LEFT_OUT, type LeftOut, type WitnessQuestion } from "#e2e/integration/witness/questions.ts";
import { listTestTableCases } from "#lib/testing/test-tables.ts";

/** What the last whole comparison came to: docs/explanation/witness.md tells it. */
export interface WitnessRecord {
  /** The day, UTC. */
  date: string;
  versions: { trino: string; icebergInTrino: string; icebergOfWriter: string; duckdb: string };
  tables: number;
  snapshots: number;
  questions: number;
  agreed: number;
  explained: number;
  /** Of the questions and their right answers: a later change of the test tables shows by it. */
  mark: string;
}

export const WITNESS_DOCS = join(import.meta.dirname, "../../../docs/explanation/witness.md");

/** The documentation with what was compared and each difference as they are recorded and declared, each between its marks. */
export function fillWitnessDocs(text: string, record: WitnessRecord): string {
  const { asked, leftOut } = chooseQuestions(listTestTableCases());
  const parts: Readonly<Record<string, string>> = {
    compared: sayCompared(record, leftOut),
    differences: DECLARED_DIFFERENCES.map((one) => sayDifference(one, asked)).join("\n\n"),
  };
  return text.replaceAll(
    /<!-- (compared|differences) -->\n[\s\S]*?<!-- \/\1 -->/g,
    (_, name: string) => `<!-- ${name} -->\n\n${parts[name] ?? ""}\n\n<!-- /${name} -->`,
  );
}

function sayCompared(record: WitnessRecord, leftOut: Readonly<Record<LeftOut, number>>): string {
  const { trino, icebergInTrino, icebergOfWriter, duckdb } = record.versions;
  return [
    `On ${record.date}: Trino ${trino}, which reads by Iceberg's Java library ${icebergInTrino}, and Bergwatch with DuckDB ${duckdb}, of tables written by Iceberg's Java library ${icebergOfWriter}.`,
    `${record.questions} questions: a key each, of ${record.snapshots} snapshots of ${record.tables} tables. ${record.agreed} answers are the same and the truth, ${record.explained} differ and are explained below, none differs without an explanation.`,
    "Not asked, of the questions of the truth:",
    (Object.keys(LEFT_OUT) as LeftOut[]).map((reason) => `- ${leftOut[reason]} ${LEFT_OUT[reason]}.`).join("\n"),
  ].join("\n\n");
}

function sayDifference({ questions, reader, does, why, source }: DeclaredDifference, asked: readonly WitnessQuestion[]): string {
  const lines = questions.map((name) => {
    const truth = asked.find((one) => one.name === name)?.truth;
    const answer =
      "refuses" in does
        ? `no number, and an error that says "${does.refuses}"`
        : COMPARED.flatMap((metric) => {
            const said = does.answers[metric];
            return said === undefined ? [] : [`\`${metric}\` ${said} instead of ${truth?.[metric] ?? "?"}`];
          }).join(", ");
    return `- \`${name}\`: ${answer}.`;
  });
  return [
    `### ${reader} differs on ${questions.map((name) => `\`${name}\``).join(" and ")}`,
    lines.join("\n"),
    `${why} ([${source.date}](${source.url}))`,
  ].join("\n\n");
}
