import { tableFromIPC } from "apache-arrow";

/** The records of an Arrow stream as a CSV file would show them. */
export function parseArrow(content: Buffer): Record<string, string | null>[] {
  const rows = tableFromIPC(content).toArray() as { toJSON: () => Record<string, unknown> }[];
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row.toJSON()).map(([name, value]) => [name, value == null ? null : String(value as string | bigint)]),
    ),
  );
}

/** The records of an RFC 4180 file by header; an unquoted empty cell is null. */
export function parseCsv(content: Buffer): { names: string[]; keys: Record<string, string | null>[] } {
  const text = content.toString("utf8");
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const records: (string | null)[][] = [[]];
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? (match[2] || null));
    if (match[3] === "\r\n") records.push([]);
    if (cell.lastIndex === text.length) break;
  }
  const [head = [], ...rest] = records.slice(0, -1);
  const names = head.map(String);
  return { names, keys: rest.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))) };
}
