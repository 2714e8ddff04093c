/** A table's name in its catalog. */
export interface TableName {
  /** At least one. */
  namespace: string[];
  table: string;
}

/** Levels of a name as people write them: `shop.orders`, a level that holds a dot or a quote in double quotes. Pure. */
export function formatLevels(levels: readonly string[]): string {
  return levels.map((level) => (/[."]|^\s|\s$/.test(level) ? `"${level.replaceAll('"', '""')}"` : level)).join(".");
}

const LEVEL = /(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/y;

/** The levels of what people write, the outermost first; null when it is not a name. Pure. */
export function parseLevels(written: string): string[] | null {
  const levels: string[] = [];
  LEVEL.lastIndex = 0;
  for (let end = false; !end;) {
    const [, quoted, plain, dot] = LEVEL.exec(written) ?? [];
    const level = quoted?.replaceAll('""', '"') ?? plain;
    if (level === undefined) return null;
    levels.push(level);
    end = dot === "";
  }
  return levels;
}

/** A table's name as people write it: `shop.orders`, a level that holds a dot or a quote in double quotes. Pure. */
export function formatTableName({ namespace, table }: TableName): string {
  return formatLevels([...namespace, table]);
}

/** The levels of a name as people write it, namespace first; null when it is none, or has no namespace. Pure. */
export function parseTableName(written: string): TableName | null {
  const levels = parseLevels(written);
  const table = levels?.pop();
  return levels === null || table === undefined || levels.length === 0 ? null : { namespace: levels, table };
}
