import { NO_COLUMN } from "#lib/names.ts";

/** Columns that somebody may declare a table not to have (`kafka.key: none`): then the causes that need them do not apply. */
export const ABSENT_ROLES = ["deleted", "kafkaKey", "kafkaOffset", "kafkaPartition", "kafkaTopic", "lsn", "op"] as const;
export type AbsentRole = (typeof ABSENT_ROLES)[number];

/** Columns by their roles, without those that are declared absent, and the roles of these. Pure. */
export function takeAbsent<T extends Partial<Record<AbsentRole, string | readonly string[] | undefined>>>(
  written: T,
): { given: T; absent: AbsentRole[] } {
  const absent = (Object.keys(written) as AbsentRole[]).filter((role) => isNone(written[role]));
  const given = { ...written };
  for (const role of absent) given[role] = undefined as T[AbsentRole];
  return { given, absent: absent.toSorted() };
}

function isNone(written: string | readonly string[] | undefined): boolean {
  return written === NO_COLUMN || (Array.isArray(written) && written.length === 1 && written[0] === NO_COLUMN);
}
