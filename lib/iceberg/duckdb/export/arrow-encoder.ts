import {
  AsyncByteQueue,
  Bool,
  Field,
  Int64,
  makeBuilder,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  makeData,
  Utf8,
  type Builder,
} from "apache-arrow";
import { EXPORT_COLUMNS, type ExportedKey, type KeyEncoder, type KeyFile } from "#lib/iceberg/duckdb/export/key-file.ts";

const BATCH_KEYS = 65_536;
/** A column of a batch counts its bytes in 31 bits. */
const BATCH_CHARACTERS = 1 << 27;

/** Where Arrow's writer puts its bytes: the file, at once; its own queue would hold all of them. */
class FileSink extends AsyncByteQueue {
  readonly #file: KeyFile;

  constructor(file: KeyFile) {
    super();
    this.#file = file;
  }

  override write(bytes: Uint8Array): void {
    this.#file.write(bytes);
  }
}

/** An Arrow IPC stream: texts as utf8, `rows` and `key_bytes` as int64, `provisional` as bool, in record batches as they come. */
export class ArrowEncoder implements KeyEncoder {
  readonly #schema: Schema;
  readonly #writer = new RecordBatchStreamWriter();
  #builders: Builder[];
  #keys = 0;
  #characters = 0;

  constructor(file: KeyFile, keyColumns: readonly string[]) {
    const [hash, rows, partitions, keyBytes, cause, provisional, ...texts] = EXPORT_COLUMNS;
    this.#schema = new Schema([
      ...keyColumns.map((name) => new Field(name, new Utf8(), false)),
      new Field(hash, new Utf8(), false),
      new Field(rows, new Int64(), false),
      new Field(partitions, new Utf8(), true),
      new Field(keyBytes, new Int64(), true),
      new Field(cause, new Utf8(), true),
      new Field(provisional, new Bool(), true),
      ...texts.map((name) => new Field(name, new Utf8(), true)),
    ]);
    this.#builders = this.#newBuilders();
    this.#writer.reset(new FileSink(file), this.#schema);
  }

  add({ cells, hash, rows, partitions, keyBytes, why }: ExportedKey): void {
    const { cause, provisional, alternatives, missing, notExplained } = why;
    const counts = [BigInt(rows), keyBytes === null ? null : BigInt(keyBytes)] as const;
    const texts = [cause, provisional, alternatives, missing, notExplained];
    const values = [...cells, hash, counts[0], partitions, counts[1], ...texts];
    for (const [index, value] of values.entries()) {
      this.#builders[index]?.append(value);
      if (typeof value === "string") this.#characters += value.length;
    }
    this.#keys++;
    if (this.#keys === BATCH_KEYS || this.#characters > BATCH_CHARACTERS) this.#flush();
  }

  end(): void {
    if (this.#keys > 0) this.#flush();
    this.#writer.close();
  }

  #flush(): void {
    const children = this.#builders.map((builder) => builder.finish().flush());
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the library leaves the types of a struct's children open
    const data = makeData({ type: new Struct(this.#schema.fields), length: this.#keys, nullCount: 0, children });
    this.#writer.write(new RecordBatch(this.#schema, data));
    this.#builders = this.#newBuilders();
    this.#keys = 0;
    this.#characters = 0;
  }

  #newBuilders(): Builder[] {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the library leaves a field's type open
    return this.#schema.fields.map(({ type }) => makeBuilder({ type, nullValues: [null] }));
  }
}
