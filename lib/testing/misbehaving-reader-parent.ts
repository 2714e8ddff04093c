import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { WARM_LIMITS } from "#lib/iceberg/warm-readers.ts";
import { someRequest } from "#lib/testing/facts.ts";

/** A process that reads once and prints the reader's process id; arguments: a data directory, and how the reader behaves. */
const [dataDirectory = "", behavior = ""] = process.argv.slice(2);
const gatherFacts = createReaderPool({
  limits: { memoryBytesMax: 64 * 1024 ** 2, spillBytesMax: 1024 ** 2, durationMsMax: 600_000, threads: 1 },
  extensionDirectory: dataDirectory,
  extensionRepository: null,
  dataDirectory,
  environment: {},
  entry: new URL("./misbehaving-reader.ts", import.meta.url),
  warm: { ...WARM_LIMITS, readersMax: 1 },
}).ask("facts");
await gatherFacts(someRequest({ location: behavior }), { onProgress: ({ detail }) => process.stdout.write(`${detail}\n`) });
