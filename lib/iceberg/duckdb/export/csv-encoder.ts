import { EXPORT_COLUMNS, type ExportedKey, type KeyEncoder, type KeyFile } from "#lib/iceberg/duckdb/export/key-file.ts";

const KEPT_CHARACTERS = 1 << 18;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * CSV by RFC 4180: a header, CRLF, UTF-8 without a byte order mark, every text quoted; an empty cell is unknown, `""` an empty text.
 * Values are exact. A spreadsheet takes a text that starts with = + - or @ for a formula, and the usual remedy, a quote before it, would make
 * other keys of such values: they would be found neither in the table nor by a join. Whoever opens the file imports its columns as text.
 */
export class CsvEncoder implements KeyEncoder {
  readonly #file: KeyFile;
  #kept = "";

  constructor(file: KeyFile, keyColumns: readonly string[]) {
    this.#file = file;
    this.#kept = `${[...keyColumns, ...EXPORT_COLUMNS].map(quoted).join(",")}\r\n`;
  }

  add({ cells, hash, rows, partitions, keyBytes, why }: ExportedKey): void {
    const text = (value: string | null): string => (value === null ? "" : quoted(value));
    const { cause, provisional, alternatives, missing, notExplained } = why;
    const explained = [text(cause), provisional ?? "", text(alternatives), text(missing), text(notExplained)].join(",");
    this.#kept += `${cells.map(quoted).join(",")},${hash},${rows},${text(partitions)},${keyBytes ?? ""},${explained}\r\n`;
    if (this.#kept.length > KEPT_CHARACTERS) this.#flush();
  }

  end(): void {
    this.#flush();
  }

  #flush(): void {
    this.#file.write(this.#kept);
    this.#kept = "";
  }
}
