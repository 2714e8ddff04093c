import { SERIES_BY, type SeriesBy } from "#lib/contracts/series.ts";

/** What a table's address asks for; what it says twice counts once. */
export interface PageQuery {
  key: string | undefined;
  snapshot: string | undefined;
  range: string | undefined;
  by: SeriesBy;
  /** Where the cursor stands, ISO 8601. */
  at: string | undefined;
}

/** The query of a table's address; an axis that there is not is the commit's. */
export function readPageQuery(params: Record<string, string | string[] | undefined>): PageQuery {
  const one = (name: string): string | undefined => {
    const [value] = [params[name] ?? []].flat();
    return value === "" ? undefined : value;
  };
  return {
    key: one("key"),
    snapshot: one("snapshot"),
    range: one("range"),
    by: SERIES_BY.find((by) => by === one("by")) ?? "commit",
    at: one("at"),
  };
}
