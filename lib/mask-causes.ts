import type { CauseFacts, DriftFacts } from "#lib/iceberg/contract-causes.ts";
import { hiddenKeyColumns, maskedNames, type SampleColumns } from "#lib/masking.ts";

/**
 * The causes of a table's keys without what they tell of masked columns: names of topics, times and partitions of a topic's windows, and the
 * sum of a measure, which of one row is its value. Counts stay. Masking what is masked changes nothing. Pure.
 */
export function maskCauses(causes: CauseFacts, masked: readonly string[], columns: Omit<SampleColumns, "key">): CauseFacts {
  const hides = (column: string | null): boolean => column !== null && hiddenKeyColumns(masked, [column]).length > 0;
  const column = causes.measure?.value?.column ?? null;
  const summed: CauseFacts = hides(column)
    ? {
        ...causes,
        shares: causes.shares.map((share) => ({ ...share, measure: null })),
        measure: { value: null, reason: `Column ${column} is masked, so it is not summed.` },
      }
    : causes;
  // A partition and the bytes that lead to it are known from one another.
  if (summed.drift === null || hides(columns.kafkaPartition)) return { ...summed, drift: null };
  return { ...summed, drift: maskDrift(summed.drift, { topic: hides(columns.kafkaTopic), time: hides(columns.kafkaTimestamp) }) };
}

function maskDrift(drift: DriftFacts, hides: { topic: boolean; time: boolean }): DriftFacts {
  const mask = maskedNames();
  return {
    ...drift,
    topics: drift.topics.map((one) => ({
      ...one,
      topic: hides.topic && one.topic !== null ? mask("Kafka topic", one.topic) : one.topic,
      windows: hides.time ? one.windows.map((window) => ({ ...window, firstAt: null, lastAt: null })) : one.windows,
      strip: hides.time ? [] : one.strip,
    })),
  };
}
