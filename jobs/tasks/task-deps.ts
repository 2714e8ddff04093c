import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import type { JobSender } from "#db/queue.ts";
import type { ClockGuard } from "#jobs/clock-guard.ts";
import type { DeliveryDeps } from "#jobs/delivery/delivery-deps.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";
import type { GatherFacts, ListSnapshots } from "#lib/iceberg/contract.ts";
import type { PeekTable } from "#lib/iceberg/contract-peek.ts";
import type { KeyHashes } from "#lib/key-hash.ts";
import type { Asking } from "#lib/iceberg/contract-asking.ts";
import type { ExportKeys, LookUpKey } from "#lib/iceberg/contract-keys.ts";

/** All that a task needs of the world; tests put their own in. */
export interface TaskDeps {
  database: Database;
  queue: JobSender;
  gatherFacts: GatherFacts;
  listSnapshots: ListSnapshots;
  peekTable: PeekTable;
  lookUpKey: LookUpKey;
  exportKeys: ExportKeys;
  asking: Asking;
  /** The only maker of the hashes of keys that are stored or shown. */
  keyHashes: KeyHashes;
  /** Where exports are written on this machine: an absolute path; and how large one may grow. */
  exports: { folder: string; bytesMax: number };
  /** Absolute; files of pasted secrets are below it. */
  dataDir: string;
  /** For what a person reads and for schedules; a worker's goes by Postgres's clock. */
  now: () => Date;
  /** Learns that `now` jumped; left out: it does not. */
  clock?: ClockGuard;
  log: Logger;
  /** As in `runs.worker_id`. */
  workerId: string;
  /** Aborts when this worker stops. */
  stopping: AbortSignal;
  /** What the configuration says of the service as a whole, now. */
  settings: () => ServiceSettings;
  delivery: DeliveryDeps;
}
