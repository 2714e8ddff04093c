/** What an incident is about: a table, or a whole catalog and none of its tables. */
export type IncidentSubject =
  | { of: "table"; id: string; name: string; owner: string | null; tags: readonly string[] }
  /** Of the configuration's catalogs; it may name it no more. */
  | { of: "catalog"; name: string };

/** What a list calls it: `shop.orders`, `Catalog lake`. Pure. */
export function subjectName(subject: IncidentSubject): string {
  return subject.of === "table" ? subject.name : `Catalog ${subject.name}`;
}

/** The table's; a catalog has none of its own. Pure. */
export function subjectOwner(subject: IncidentSubject): string | null {
  return subject.of === "table" ? subject.owner : null;
}

/** The table's; a catalog has none of its own. Pure. */
export function subjectTags(subject: IncidentSubject): readonly string[] {
  return subject.of === "table" ? subject.tags : [];
}
