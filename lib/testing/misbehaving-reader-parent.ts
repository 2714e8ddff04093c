import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { someRequest } from "#lib/testing/facts.ts";

/** A process that reads through a reader which never ends, and prints the reader's process id; argument: a data directory. */
const [dataDirectory = ""] = process.argv.slice(2);
const gatherFacts = createReaderPool({
  limits: { memoryBytesMax: 64 * 1024 ** 2, spillBytesMax: 1024 ** 2, durationMsMax: 600_000, threads: 1 },
  extensionDirectory: dataDirectory,
  extensionRepository: null,
  dataDirectory,
  environment: {},
  entry: new URL("./misbehaving-reader.ts", import.meta.url),
}).ask("facts");
await gatherFacts(someRequest({ location: "ends when interrupted" }), { onProgress: ({ detail }) => process.stdout.write(`${detail}\n`) });
