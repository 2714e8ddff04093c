import { pino } from "pino";
import { openDatabase } from "#db/client.ts";
import { openQueue } from "#db/queue.ts";
import { noDelivery } from "#jobs/testing/fake-delivery.ts";
import { FakeLake } from "#jobs/testing/fake-lake.ts";
import { startWorker } from "#jobs/worker.ts";

/** A worker whose readings never end, until it is killed; prints a line when one begins. Arguments: the database, the table's location. */
const [url = "", location = ""] = process.argv.slice(2);
const lake = new FakeLake();
lake.add(location, {
  reading: async () => {
    process.stdout.write("reading\n");
    await new Promise(() => {});
  },
});
await startWorker({
  deps: {
    database: openDatabase({ url }),
    ...lake.engine,
    delivery: noDelivery,
    now: () => new Date(),
    log: pino({ level: "silent" }),
    workerId: "the killed",
  },
  queue: await openQueue({ url, role: "worker", onError: () => {} }),
  configuration: {
    file: "/no/such/bergwatch.yaml",
    readFile: async () => await Promise.resolve(null),
    listSampleTables: async () => await Promise.resolve([]),
    machine: { host: "127.0.0.1", dataDir: "/no/such/folder" },
  },
  readersMax: 1,
});
