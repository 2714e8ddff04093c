import { writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { mark } from "#e2e/bench/bench-case.ts";
import { MANY_FILES, type Planned } from "#e2e/bench/many-files.ts";
import { env } from "#lib/env.ts";
import { openDatabase } from "#lib/iceberg/duckdb/database.ts";
import { planRun } from "#lib/iceberg/duckdb/plan-run.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { literal } from "#lib/iceberg/duckdb/sql.ts";
import { planFacts } from "#lib/iceberg/plan/backlog.ts";
import type { StoreAccess } from "#lib/iceberg/stores/store-access.ts";
import { someRequest } from "#lib/testing/facts.ts";

/**
 * The process that plans: `plan-many-files.ts ours|bare <location> <scratch> [<endpoint>]`. `ours` plans a scan and adds up the backlog; `bare`
 * has DuckDB read the same manifests in one statement and count. Its last line of output is what it took, as JSON.
 */

const [way = "", location = "", scratch = "", endpoint] = process.argv.slice(2);
const limits = { memoryBytesMax: 512 * 1024 ** 2, spillBytesMax: 1024 ** 3, durationMsMax: 600_000, threads: 2 };
const access = endpoint === undefined ? undefined : openAccess(endpoint);
const database = await openDatabase({ extensionDirectory: env().extensionDir, spillDirectory: join(scratch, "spill"), limits, access });
const from = mark();
await (way === "ours" ? planOurs() : countBare());
const end = mark();
const found: Planned = {
  ms: end.at - from.at,
  processorMs: end.processorMs - from.processorMs,
  residentBytesMax: process.resourceUsage().maxRSS * 1024,
};
writeSync(1, `${JSON.stringify(found)}\n`);
// As the reader process does.
process.exit(0);

function openAccess(endpoint: string): Pick<StoreAccess, "secrets" | "places"> {
  const credentials = { kind: "keys", accessKeyId: "bench", secretAccessKey: "bench", sessionToken: null } as const;
  return {
    secrets: [{ scope: location, endpoint, pathStyle: true, region: "eu-central-1", credentials }],
    places: { local: [], remote: [location] },
  };
}

async function planOurs(): Promise<void> {
  const { files, table, pinned } = await planRun(
    database,
    someRequest({ location: endpoint === undefined ? location : `${location}/metadata/v1.metadata.json` }),
    () => {},
  );
  const { data, equalityDeletes, positionDeletes } = planFacts(files, table.metadata, {
    snapshot: pinned?.snapshot ?? null,
    dangling: { value: 0 },
  });
  const counted = { data: data.files, equality: equalityDeletes.files, position: positionDeletes.files };
  if (JSON.stringify(counted) !== JSON.stringify(MANY_FILES)) throw new Error(`${JSON.stringify(counted)} files were planned`);
}

async function countBare(): Promise<void> {
  const { n } = await database.row(
    `SELECT count(data_file.file_path) AS n FROM read_avro(${literal(`${location}/metadata/*-m0.avro`)})`,
    z.object({ n: count }),
  );
  const all = Object.values(MANY_FILES).reduce((sum, files) => sum + files, 0);
  if (n !== all) throw new Error(`${n} files were counted`);
}
