import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FromReader, ReaderTask, ToReader } from "#lib/iceberg/reader-protocol.ts";
import { someFacts } from "#lib/testing/facts.ts";

/** Stands in for reader-process.ts: the request's location names the fault. It tells its process id as the detail of its progress. */

const tell = (message: FromReader): void => void process.send?.(message);
const wait = (): void => void setInterval(() => {}, 1000);

const answers = (): void => {
  tell({ type: "found", kind: "facts", found: someFacts() });
  tell({ type: "rested", residentBytes: 64 * 1024 ** 2 });
};

const BEHAVIORS: Record<string, (task: ReaderTask) => void> = {
  aborts: () => process.abort(),
  segfaults: () => process.kill(process.pid, "SIGSEGV"),
  "exits without an answer": () => process.exit(0),
  "throws outside": () => void Promise.reject(new Error("nobody caught this")),
  "eats memory": () => {
    const eaten: Buffer[] = [];
    setInterval(() => eaten.push(Buffer.alloc(32 * 1024 ** 2, 1)), 20);
  },
  "ends when interrupted": () => {
    wait();
    process.on("message", (message: ToReader) => {
      if (message.type !== "interrupt") return;
      tell({ type: "failed", failure: { code: "interrupted", message: "Interrupted!", detail: "" } });
      process.exit();
    });
  },
  "ignores interrupts": () => {
    process.on("SIGTERM", () => {});
    while (process.pid > 0);
  },
  "answers and hangs": () => {
    wait();
    tell({ type: "found", kind: "facts", found: someFacts() });
  },
  "answers and aborts": () => {
    process.send?.({ type: "found", kind: "facts", found: someFacts() } satisfies FromReader, () => process.abort());
  },
  answers,
  "is suspended and answers": () => {
    process.kill(process.pid, "SIGSTOP");
    answers();
  },
  "ends unheard at its second reading": answers,
  "answers and has grown": () => {
    tell({ type: "found", kind: "facts", found: someFacts() });
    tell({ type: "rested", residentBytes: 1024 ** 4 });
  },
  "names its variables": () => {
    wait();
    // oxlint-disable-next-line bergwatch/process-env-only-in-env -- what this very process was given is asked
    const names = Object.keys(process.env).toSorted();
    tell({ type: "failed", failure: { code: "table_unreadable", message: names.join(" "), detail: "" } });
  },
  fails: () => {
    wait();
    tell({ type: "failed", failure: { code: "table_unreadable", message: "The manifest m0.avro is gone.", detail: "stack" } });
  },
};

let readings = 0;
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.on("message", (message: ToReader) => {
  if (message.type !== "read") return;
  const { task } = message;
  if (++readings > 1 && task.asked.request.location === "ends unheard at its second reading") process.exit(1);
  writeFileSync(join(task.spillDirectory, "spilled.tmp"), "spilled");
  process.send?.({ type: "progress", progress: { phase: "counting", detail: String(process.pid) } } satisfies FromReader, () => {
    BEHAVIORS[task.asked.request.location]?.(task);
  });
});
