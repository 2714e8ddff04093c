import { closeSync, createReadStream, createWriteStream, openSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Utf8, Vector } from "apache-arrow";
import { isDiskFull, reasonOf } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";
import { keyHashLevel, type KeyHashes } from "#lib/key-hash.ts";
import type { ExportFormat } from "#lib/names.ts";

interface PlainExport {
  format: ExportFormat;
  /** The reader's file. The column after those of the key has plain hashes. */
  plain: string;
  /** Path of the copy with hashes that can be shown. It must not exist. */
  file: string;
  keyColumns: number;
}

type Sealing = PlainExport & { hashes: KeyHashes; signal: AbortSignal };

const HASH_BYTES = 64;
const [QUOTE, COMMA, LINE_FEED] = [0x22, 0x2c, 0x0a];

/** Copies an export and replaces its hashes. Returns the file's size in bytes. Throws AppError out_of_disk, and cancelled when `signal` aborts. */
export async function sealExport(sealing: Sealing): Promise<number> {
  const { format, file, signal } = sealing;
  try {
    await (format === "csv" ? sealCsv(sealing) : sealArrow(sealing));
    return (await stat(file)).size;
  } catch (cause) {
    if (signal.aborted) throw new AppError("cancelled", "The export was cancelled.", { cause });
    if (!isDiskFull(cause)) throw cause;
    throw new AppError("out_of_disk", `The export cannot be written to ${file}: ${reasonOf(cause)}. Free the disk.`, { cause });
  }
}

/** The reader quotes text, so the hash is the unquoted field after the key's columns. */
async function sealCsv({ plain, file, keyColumns, hashes, signal }: Sealing): Promise<void> {
  async function* sealed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let [isQuoted, column, from] = [false, 0, 0];
    let kept = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
      for (let at = kept.length; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (!isQuoted && (byte === COMMA || byte === LINE_FEED)) {
          if (column === keyColumns) sealBytes(bytes.subarray(from, at), hashes);
          column = byte === COMMA ? column + 1 : 0;
          from = at + 1;
        }
      }
      // A hash may go on in the next chunk.
      const keptFrom = column === keyColumns && bytes.length - from <= HASH_BYTES ? from : bytes.length;
      kept = Buffer.from(bytes.subarray(keptFrom));
      from -= keptFrom;
      yield bytes.subarray(0, keptFrom);
    }
    yield kept;
  }
  await pipeline(createReadStream(plain), sealed, createWriteStream(file, { flags: "wx", mode: 0o600 }), { signal });
}

async function sealArrow({ plain, file, keyColumns, hashes, signal }: Sealing): Promise<void> {
  // Loaded only if needed: most exports are CSV.
  const { AsyncByteQueue, RecordBatchReader, RecordBatchStreamWriter } = await import("apache-arrow");
  const descriptor = openSync(file, "wx", 0o600);
  /** The file, at once; the library's own queue would hold all of it. */
  class FileSink extends AsyncByteQueue {
    override write(bytes: Uint8Array): void {
      writeFileSync(descriptor, bytes);
    }
  }
  try {
    const reader = await RecordBatchReader.from(createReadStream(plain));
    await reader.open();
    const writer = new RecordBatchStreamWriter();
    writer.reset(new FileSink(), reader.schema);
    for await (const batch of reader) {
      signal.throwIfAborted();
      const column: Vector<Utf8> | null = batch.getChildAt(keyColumns);
      for (const { values, valueOffsets } of column?.data ?? []) {
        for (let row = 0; row + 1 < valueOffsets.length; row++)
          sealBytes(values.subarray(valueOffsets[row], valueOffsets[row + 1]), hashes);
      }
      writer.write(batch);
    }
    writer.close();
  } finally {
    closeSync(descriptor);
  }
}

/** In place: a hash keeps its length. */
function sealBytes(bytes: Uint8Array, hashes: KeyHashes): void {
  if (bytes.length !== HASH_BYTES) return;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (keyHashLevel(text) === 0) bytes.set(Buffer.from(hashes.advance(text), "latin1"));
}
