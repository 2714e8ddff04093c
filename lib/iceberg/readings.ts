import type { Progress } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { writeKeys } from "#lib/iceberg/duckdb/export/write-keys.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";
import { readKey } from "#lib/iceberg/duckdb/read-key.ts";
import { readKeySample } from "#lib/iceberg/duckdb/sampling/read-key-sample.ts";
import { readPlan } from "#lib/iceberg/duckdb/read-plan.ts";
import { readDescription } from "#lib/iceberg/plan/read-description.ts";
import { readSnapshots } from "#lib/iceberg/plan/read-snapshots.ts";
import type { ReaderFinding, ReaderKind, ReaderKinds, ReaderRequest } from "#lib/iceberg/reader-protocol.ts";

type Report = (progress: Progress) => void;
type Reading<K extends ReaderKind> = (
  database: Database,
  request: ReaderKinds[K]["request"],
  report: Report,
) => Promise<ReaderKinds[K]["found"]>;

const READINGS: { [K in ReaderKind]: Reading<K> } = {
  description: readDescription,
  export: writeKeys,
  facts: readFacts,
  key: readKey,
  keySample: readKeySample,
  plan: readPlan,
  snapshots: readSnapshots,
};

/** Reads what is asked, in the reader process. Throws as the function of its kind does. */
export async function readAsked(database: Database, asked: ReaderRequest, report: Report): Promise<ReaderFinding> {
  const read = READINGS[asked.kind] as Reading<ReaderKind>;
  return { type: "found", kind: asked.kind, found: await read(database, asked.request, report) } as ReaderFinding;
}
