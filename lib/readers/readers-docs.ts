import { TOOL_THRESHOLDS } from "#lib/compaction/tool-thresholds.ts";
import { READER_ENGINES, type ReaderStatement } from "#lib/readers/engines.ts";
import { DELETE_KINDS } from "#lib/names.ts";

const LISTS: Readonly<Record<string, () => string>> = { engines: listEngines, thresholds: listThresholds };

/** The documentation with its lists of engines and of tools as they are declared, each between its marks. */
export function fillReaderLists(text: string): string {
  return text.replaceAll(
    /<!-- (engines|thresholds) -->\n[\s\S]*?<!-- \/\1 -->/g,
    (_, name: string) => `<!-- ${name} -->\n\n${LISTS[name]?.() ?? ""}\n\n<!-- /${name} -->`,
  );
}

function listEngines(): string {
  return tableOf(
    ["engine", "equality deletes", "position deletes", "deletion vectors"],
    READER_ENGINES.map(({ name, version, deletes }) => [`${name}, ${version}`, ...DELETE_KINDS.map((kind) => sayStatement(deletes[kind]))]),
  );
}

function sayStatement({ does, note, source }: ReaderStatement): string {
  const what = note === null ? does : `${does}: ${note}`;
  return source === null ? what : `${what} ([${source.date}](${source.url}))`;
}

function listThresholds(): string {
  return tableOf(
    ["tool", "setting", "default", "source"],
    TOOL_THRESHOLDS.map(({ tool, setting, threshold, source }) => [tool, `\`${setting}\``, threshold, `[${source.date}](${source.url})`]),
  );
}

/** A table of Markdown as the formatter lays it out: cells of a column are as wide as its widest. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[], fill = " "): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rows.map((cells) => line(cells)),
  ].join("\n");
}
