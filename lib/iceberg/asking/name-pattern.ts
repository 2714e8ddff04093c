import { AppError } from "#lib/errors.ts";

/** One level of a pattern, or any number of levels. */
type Segment = { kind: "name"; name: string } | { kind: "pattern"; fits: (level: string) => boolean } | { kind: "levels" };

/** Which tables of a catalog a pattern names, and where they can be. Levels are given outermost first; case counts. */
export interface NamePattern {
  matches: (levels: readonly string[]) => boolean;
  /** Whether a table right in this namespace can match. */
  canHoldTables: (namespace: readonly string[]) => boolean;
  /** Namespaces right below that can lead to a match: their names where the pattern says them, or all that there are. */
  below: (namespace: readonly string[]) => { names: string[] } | "all";
}

const LEVEL = /(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/y;

/**
 * `shop.*` names the tables right in shop, `shop.**` those below it at any depth, `**.orders` every table named orders, `shop.o*_v1` by a part of
 * the name. A level that holds a dot, a quote or a star of its own stands in double quotes. Throws AppError usage for what is no pattern.
 */
export function parsePattern(written: string): NamePattern {
  const segments = segmentsOf(written.trim());
  const after = (levels: readonly string[]): Set<number> =>
    levels.reduce((at, level) => step(segments, at, level), spread(segments, new Set([0])));
  const end = segments.length;
  return {
    matches: (levels) => levels.length >= 2 && after(levels).has(end),
    canHoldTables: (namespace) =>
      namespace.length > 0 && [...after(namespace)].some((at) => at === end - 1 || (at < end && takesLast(segments, at))),
    below: (namespace) => {
      const open = [...after(namespace)].filter((at) => at < end && mayGoOn(segments, at));
      const names = open.map((at) => segments[at]).filter((segment) => segment?.kind === "name");
      return names.length === open.length
        ? { names: [...new Set(names.map((segment) => (segment?.kind === "name" ? segment.name : "")))] }
        : "all";
    },
  };
}

function segmentsOf(written: string): Segment[] {
  const segments: Segment[] = [];
  LEVEL.lastIndex = 0;
  for (let end = false; !end;) {
    const [, quoted, plain, dot] = LEVEL.exec(written) ?? [];
    const name = quoted?.replaceAll('""', '"') ?? plain;
    if (name === undefined) throw usage(written);
    if (plain === "**") segments.push({ kind: "levels" });
    else if (plain?.includes("*")) segments.push({ kind: "pattern", fits: levelFits(plain) });
    else segments.push({ kind: "name", name });
    end = dot === "";
  }
  if (segments.length < 2 && segments[0]?.kind !== "levels") throw usage(written);
  return segments;
}

function usage(written: string): AppError {
  return new AppError(
    "usage",
    `"${written}" names no tables of a catalog. Write namespace and table with a dot between them, with * for anything within a level and ** for levels as well: shop.*, shop.**, **.orders.`,
  );
}

/**
 * Whether a level is like the pattern, all but its stars taken as it stands. In one go from the first part to the last: a regular expression
 * tries each star with each length, which a few stars and a long name make last for years.
 */
function levelFits(pattern: string): (level: string) => boolean {
  const parts = pattern.split(/\*+/);
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const between = parts.slice(1, -1);
  return (level) => {
    if (!level.startsWith(first) || !level.endsWith(last)) return false;
    let at = first.length;
    for (const part of between) {
      const found = level.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= level.length - last.length;
  };
}

/** `**` stands for no level as well. */
function spread(segments: readonly Segment[], at: Set<number>): Set<number> {
  const all = new Set(at);
  for (const one of all) if (segments[one]?.kind === "levels") all.add(one + 1);
  return all;
}

function step(segments: readonly Segment[], at: ReadonlySet<number>, level: string): Set<number> {
  const next = new Set<number>();
  for (const one of at) {
    const segment = segments[one];
    if (segment === undefined) continue;
    if (segment.kind === "levels") next.add(one);
    else if (segment.kind === "name" ? segment.name === level : segment.fits(level)) next.add(one + 1);
  }
  return spread(segments, next);
}

/** One more level can end it there. */
function takesLast(segments: readonly Segment[], at: number): boolean {
  const rest = segments.slice(at);
  return rest.filter(({ kind }) => kind !== "levels").length <= 1;
}

/** A level that is no table's can come there: there is a further one to come behind it, or any number. */
function mayGoOn(segments: readonly Segment[], at: number): boolean {
  return segments[at]?.kind === "levels" || at < segments.length - 1;
}
