import { formatColumnPath, orUnknown, resolveColumn, type Column } from "#lib/iceberg/plan/column-path.ts";
import { findFieldById, type Field, type Schema } from "#lib/iceberg/plan/schema.ts";
import { joinWords } from "#lib/words.ts";

/** A table's schemas: the one that names are read by, that of the snapshot, and all others that it had. */
export interface SchemaHistory {
  current: Schema;
  pinned: Schema;
  earlier: readonly Schema[];
}

const NUMBERS = /^(int|long|float|double|decimal\(.*\))$/;
const NAMED_MAX = 8;

/**
 * The column whose values are summed, or why there is none: a measure is an addition to the numbers of a table, so a wrong one takes none of them
 * away. In: the name as it was written, null: none; `resolve` finds it at the snapshot and throws unknown_column. Pure.
 */
export function resolveMeasure(
  written: string | null,
  schemas: SchemaHistory,
  resolve: (written: string) => Column,
): { measure: Column | null; notMeasured: string | null } {
  if (written === null) return { measure: null, notMeasured: null };
  const measure = orUnknown(() => resolve(written));
  if (measure === null) return { measure: null, notMeasured: sayMissing(written, schemas) };
  if (typeof measure.type === "string" && NUMBERS.test(measure.type)) return { measure, notMeasured: null };
  const kind = typeof measure.type === "string" ? measure.type : measure.type.type;
  return {
    measure: null,
    notMeasured: `Column ${written} (--measure) is a ${kind}, which cannot be summed. ${sayNumbers(schemas.current)}`,
  };
}

function sayMissing(written: string, { current, pinned, earlier }: SchemaHistory): string {
  const find = ({ fields }: Schema): Column | null => orUnknown(() => resolveColumn(fields, written));
  const lacks = `The table has no column ${written} (--measure) at this snapshot`;
  if (find(current) !== null) return `${lacks}: it was added later.`;
  const before = earlier.flatMap((schema) => find(schema) ?? []);
  const now = before.flatMap(({ id }) => findFieldById(pinned.fields, id) ?? []).at(-1);
  if (now === undefined) return `${lacks}. ${sayNumbers(pinned)}`;
  return `${lacks}: it is called ${formatColumnPath(now.path.map(({ name }) => name))} there. Name that as the measure.`;
}

function sayNumbers({ fields }: Schema): string {
  const names = numbersOf(fields, []).map(formatColumnPath);
  if (names.length === 0) return "It has no column of numbers: leave the measure out.";
  const shown = names.slice(0, NAMED_MAX);
  const more = names.length > shown.length ? ` (and ${names.length - shown.length} more)` : "";
  return `Name a column of numbers: ${joinWords(shown, "or")}${more}.`;
}

/** Paths of all number columns, those inside structs too. */
function numbersOf(fields: readonly Field[], parents: readonly string[]): string[][] {
  return fields.flatMap(({ name, type }) => {
    const path = [...parents, name];
    if (typeof type === "string") return NUMBERS.test(type) ? [path] : [];
    return type.type === "struct" ? numbersOf(type.fields, path) : [];
  });
}
