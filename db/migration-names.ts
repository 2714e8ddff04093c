import journal from "./migrations/meta/_journal.json" with { type: "json" };

/** The migration of this code that was written at `when`, in milliseconds; null when this code has none. */
export function findMigration(when: number): string | null {
  return journal.entries.find((entry) => entry.when === when)?.tag ?? null;
}

export function knowsMigration(tag: string): boolean {
  return journal.entries.some((entry) => entry.tag === tag);
}
