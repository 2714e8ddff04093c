import type { ReaderLimits } from "#lib/iceberg/contract.ts";
import { formatBytes, formatDuration } from "#lib/units.ts";

/** The settings that raise a limit; each message about a limit names its own. */
export const LIMIT_SETTINGS = {
  memory: "BERGWATCH_MEMORY_MAX",
  spill: "BERGWATCH_SPILL_MAX",
  duration: "BERGWATCH_DURATION_MAX_SECONDS",
  dataDirectory: "BERGWATCH_DATA_DIR",
} as const;

const MIB = 1024 ** 2;
/** Node, DuckDB's library, its extensions and their read buffers, which DuckDB's own limit does not count. */
const PROCESS_OVERHEAD_BYTES = 512 * MIB;

/** The resident memory above which a reader is ended. DuckDB's limit does not see all that it allocates, so there is room for as much again. */
export function residentBytesMax(limits: ReaderLimits): number {
  return 2 * limits.memoryBytesMax + PROCESS_OVERHEAD_BYTES;
}

/** `fault` is DuckDB's word for it. */
export function memoryLimitMessage(limits: ReaderLimits, fault: string): string {
  return `The reading needs more memory than DuckDB may use, ${formatBytes(limits.memoryBytesMax)} (${fault}). Raise ${LIMIT_SETTINGS.memory}, or read fewer rows with --where.`;
}

export function residentLimitMessage(limits: ReaderLimits, residentBytes: number): string {
  return (
    `The reader used ${formatBytes(residentBytes)} of memory, more than the ${formatBytes(residentBytesMax(limits))} it may have ` +
    `(twice DuckDB's ${formatBytes(limits.memoryBytesMax)} and ${formatBytes(PROCESS_OVERHEAD_BYTES)} for the process). Raise ${LIMIT_SETTINGS.memory}, or read fewer rows with --where.`
  );
}

export function diskLimitMessage(limits: ReaderLimits, fault: string): string {
  return (
    `The reading spills more to disk than it may, ${formatBytes(limits.spillBytesMax)}, or the disk is full (${fault}). ` +
    `Raise ${LIMIT_SETTINGS.spill}, free the disk below ${LIMIT_SETTINGS.dataDirectory}, or raise ${LIMIT_SETTINGS.memory} so that less is spilled.`
  );
}

/** `doing` completes "while …". */
export function durationLimitMessage(limits: ReaderLimits, doing: string): string {
  return `The reading took longer than ${formatDuration(limits.durationMsMax)} and was ended while ${doing}. Raise ${LIMIT_SETTINGS.duration}, or read fewer rows with --where.`;
}
