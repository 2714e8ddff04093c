import "#lib/iceberg/reader-process.ts";
import type { FromReader, ToReader } from "#lib/iceberg/reader-protocol.ts";

/** The reader, which also tells its process id as a progress, so that a test sees which process read. */
process.on("message", (message: ToReader) => {
  if (message.type !== "read") return;
  process.send?.({ type: "progress", progress: { phase: "starting", detail: `process ${process.pid}` } } satisfies FromReader);
});
