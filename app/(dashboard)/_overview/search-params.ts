import { NO_OWNER, OVERVIEW_SORTS, TABLE_ORIGINS, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import { currentState, VERDICT_STATES } from "#lib/contracts/verdict.ts";
import { TABLE_KINDS } from "#lib/names.ts";

export type SearchParams = Record<string, string | string[] | undefined>;

const TEXT_MAX = 200;

/**
 * What an address asks of the overview. A value that nothing has is ignored, with a sentence that says so. Pure.
 * `owners` and `tags`: those that the tables have.
 */
export function readOverviewQuery(
  params: SearchParams,
  { owners, tags }: { owners: ReadonlySet<string>; tags: ReadonlySet<string> },
): { query: OverviewQuery; ignored: string[] } {
  const ignored: string[] = [];
  const text = (name: string): string => {
    const value = params[name];
    return (Array.isArray(value) ? (value[0] ?? "") : (value ?? "")).trim().slice(0, TEXT_MAX);
  };
  const among = <T extends string>(
    name: string,
    known: (value: string) => value is T,
    otherwise: string,
    current?: (value: string) => string,
  ): T | null => {
    const given = text(name);
    const value = current?.(given) ?? given;
    if (value === "" || known(value)) return value === "" ? null : value;
    ignored.push(`“${value}” ${otherwise}`);
    return null;
  };
  const oneOf =
    <T extends string>(values: readonly T[]) =>
    (value: string): value is T =>
      (values as readonly string[]).includes(value);
  const query: OverviewQuery = {
    state: among("state", oneOf(VERDICT_STATES), "is not a state of a table; all states are shown.", currentState),
    owner: among("owner", (value): value is string => value === NO_OWNER || owners.has(value), "owns no table; all owners are shown."),
    kind: among("kind", oneOf(TABLE_KINDS), "is not a kind of table; all kinds are shown."),
    tag: among("tag", (value): value is string => tags.has(value), "is not a tag of any table; all tags are shown."),
    origin: among("origin", oneOf(TABLE_ORIGINS), "is not an origin of tables; all tables are shown."),
    q: text("q"),
    sort: among("sort", oneOf(OVERVIEW_SORTS), "is not an order; the worst tables come first.") ?? "worst",
    page: Number(among("page", (value): value is string => /^[1-9]\d{0,5}$/.test(value), "is not a page; this is the first.") ?? "1"),
  };
  return { query, ignored };
}
