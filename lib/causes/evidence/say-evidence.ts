import { sayElsewhere, sayNotDeleted, saySameCommit } from "#lib/causes/evidence/say-deletes.ts";
import { sayKeyBytes, sayPartitions, sayRetry, sayUnkeyed } from "#lib/causes/evidence/say-keys.ts";
import {
  sayCoordinates,
  sayFlags,
  sayGhosts,
  sayOverlap,
  sayPlaces,
  sayRepeated,
  sayRewritten,
  sayTopics,
} from "#lib/causes/evidence/say-records.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { viewUndecided } from "#lib/causes/undecided-words.ts";
import { DRIFT_LABEL_SENTENCES } from "#lib/causes/say-drift.ts";
import type { DriftFacts, KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { SampledKey, SampleRow } from "#lib/iceberg/contract.ts";
import { formatCount } from "#lib/units.ts";
import { capital, joinWords } from "#lib/words.ts";

/** What shows the cause of one key, and what could not be decided, in full sentences. */
export interface EvidenceWords {
  /** Of the cause that holds, with the arithmetic where there is one. */
  shows: string[];
  /** Causes before it that could not be decided, with what would decide them; settings stand in backticks. */
  undecided: string[];
}

/**
 * From the stored, perhaps masked rows; null: the key was not explained. Rows are counted from 1. Pure.
 * In: which partitioners explain the table's topics; null: not known, then no partition is computed.
 */
export function sayEvidence(
  { rows, rowCount, verdict }: Pick<SampledKey, "rows" | "rowCount" | "verdict">,
  { drift = null }: { drift?: DriftFacts | null } = {},
): EvidenceWords | null {
  if (!verdict) return null;
  const shows = sayCause(rows, verdict, drift).map(capital);
  const few =
    verdict.rowsSeen < rowCount
      ? [`The key has ${formatCount(rowCount)} rows; the cause is that of all of them, and ${formatCount(rows.length)} are shown.`]
      : [];
  return {
    shows: [...(shows.length === 0 ? ["The rows that show it are not stored."] : shows), ...sayFirst(verdict), ...few],
    undecided: viewUndecided(verdict.undecided).map(({ causes, missing }) => {
      const labels = causes.map((cause) => causeWords(cause).label.toLowerCase());
      return `Undecided: ${joinWords(labels, "or")}. Deciding it needs ${missing}.`;
    }),
  };
}

function sayCause(
  rows: readonly SampleRow[],
  { cause, retry, deletes, winner, drift: label }: KeyVerdict,
  drift: DriftFacts | null,
): string[] {
  const stale = [...rows.keys()].filter((place) => place !== winner);
  switch (cause) {
    case "file_registered_twice":
      return sayPlaces(rows);
    case "rewrite_sources_live":
      return sayRewritten(rows);
    case "offset_replayed":
    case "offset_reused":
      return sayCoordinates(rows);
    case "by_design":
      return ["This key promises nothing, so that several rows are what the table is for."];
    case "ghost_delete":
      return sayGhosts(rows);
    case "soft_delete":
      return sayFlags(rows);
    case "snapshot_overlap":
      return sayOverlap(rows);
    case "unkeyed":
      return sayUnkeyed(rows);
    case "key_encoding":
      return sayKeyBytes(rows);
    case "key_is_not_business_key":
      return [...sayKeyBytes(rows), ...sayRetry(retry)];
    case "several_topics":
      return sayTopics(rows);
    case "partition_drift":
      return [...sayPartitions(rows, drift), ...(label === null ? [] : [DRIFT_LABEL_SENTENCES[label]])];
    case "delete_in_same_commit":
      return saySameCommit(rows, deletes);
    case "delete_in_other_partition":
      return sayElsewhere(rows, deletes, stale);
    case "repeated_in_commit":
      return sayRepeated(rows);
    case "upsert_off":
      return ["No retained snapshot of the table has a delete file, and none removed data files but by compaction."];
    case "appended_without_delete":
      return sayNotDeleted(rows, deletes, stale);
    case "unknown":
      return ["None of the causes holds by what is known of these rows."];
  }
}

/** What the key became duplicated by, where its rows tell something else now, or nothing any more. */
function sayFirst({ cause, first }: KeyVerdict): string[] {
  if (first === undefined || first.cause === cause) return [];
  const label = causeWords(first.cause).label.toLowerCase();
  const was = first.alternatives === undefined ? "was" : "was probably";
  const now = cause === "unknown" ? "its rows no longer tell" : `its rows show ${causeWords(cause).label.toLowerCase()}`;
  return [`When the key became duplicated, at snapshot ${first.snapshotId} or before it, the cause ${was} ${label}; now ${now}.`];
}
