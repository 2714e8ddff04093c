import { z } from "zod";
import { DriftDocument } from "#lib/contracts/drift-document.ts";
import { EvidenceRow } from "#lib/contracts/evidence-row.ts";
import { ProvisionalDocument, UndecidedDocument } from "#lib/contracts/verdict-document.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { CAUSE_NAMES, COMPARED, PARTITION_BUCKETS, READ_BY, TRUST_DIRECTIONS, TRUST_LEVELS } from "#lib/names.ts";

const count = z.number().int().nonnegative();

const Sample = z.strictObject({
  /** In the order of the key's columns, as DuckDB casts them to text; bytes in hex. */
  key: z.array(z.string()),
  rows: count,
  /** `topic/partition`, or the partition alone where the table has no topic column. */
  partitions: z.array(z.string()),
  keyBytes: z.array(z.string()),
  cause: z.enum(CAUSE_NAMES).nullable(),
  /** The right row of `evidence`, from 0; null: undecided, or not explained. */
  winner: count.nullable(),
  undecided: z.array(UndecidedDocument),
  /** The cause holds only if those that are undecided before it do not. */
  provisional: z.boolean(),
  /** Rows of the key, up to a limit; `rows` counts all. */
  evidence: z.array(EvidenceRow),
});

/** What one check of one table at one snapshot answers. Ids are text, counts are numbers below 2^53. */
export const CheckDocument = z.strictObject({
  table: z.string(),
  /** null: the table was never written. */
  snapshotId: z.string().nullable(),
  metrics: z.record(z.enum(METRIC_NAMES), z.number().nullable()),
  /** A reason for each metric that is null. */
  notComputed: z.partialRecord(z.enum(METRIC_NAMES), z.string()),
  /** Keys by number of Kafka partitions, every bucket named; null when it was not computed, for the reason of `partitions_per_key_max`. */
  partitionsPerKey: z.record(z.enum(PARTITION_BUCKETS), count).nullable(),
  /** Duplicated keys by cause; null when they were not explained. */
  causes: z.partialRecord(z.enum(CAUSE_NAMES), count).nullable(),
  /** Keys of `causes` whose cause is provisional, by cause; empty when they were not explained. */
  provisional: ProvisionalDocument,
  /** What could not be decided for how many keys, and which columns would decide it. */
  undecided: z.array(UndecidedDocument.extend({ keys: count })),
  /** Why they were not explained; null: they were. */
  notExplained: z.string().nullable(),
  /** Sentences on what bounds these counts: keys with too many rows to be looked at whole, a registry that is down, … */
  causeNotes: z.array(z.string()),
  /** The measure summed over the rows that are too many, as decimal text; null: none is asked for, or it was not computed. */
  measure: z.strictObject({ column: z.string(), sum: z.string().nullable(), rowsWithout: count }).nullable(),
  /** Why the measure that was asked for was not computed; null: it was, or none is asked for. */
  notMeasured: z.string().nullable(),
  /** Which partitioner and partition count explain the rows of each topic; null: no key lies in several partitions. */
  drift: DriftDocument.nullable(),
  /** Worst first, ties by key. */
  samples: z.array(Sample),
  trust: z.strictObject({ level: z.enum(TRUST_LEVELS), direction: z.enum(TRUST_DIRECTIONS).nullable(), reasons: z.array(z.string()) }),
  /** The rows by DuckDB's iceberg_scan held against those of the own plan, whose numbers these are; null: read in one way only. */
  comparison: z
    .strictObject({
      /** Why it gave no answer; null: it gave one. */
      failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
      /** Empty: the two agree. `keys`: the duplicated keys themselves, with their rows. */
      differences: z.array(z.strictObject({ what: z.enum(COMPARED), own: count.nullable(), scan: count.nullable() })),
      /** Known faults of iceberg_scan; empty beside a difference or failure: unexplained. */
      explainedBy: z.array(z.string()),
      /** Some duplicated keys whose rows differ, where the samples hold all of them. */
      keys: z.array(z.strictObject({ key: z.array(z.string()), own: count, scan: count })),
    })
    .nullable(),
  engine: z.strictObject({ name: z.string(), version: z.string(), extension: z.string(), readBy: z.enum(READ_BY) }),
  cost: z.strictObject({ bytesPlanned: count, milliseconds: z.number().nonnegative() }),
});
export type CheckDocument = z.infer<typeof CheckDocument>;

/** What stands in the place of any document when there is none. */
export const ErrorDocument = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) });
export type ErrorDocument = z.infer<typeof ErrorDocument>;
