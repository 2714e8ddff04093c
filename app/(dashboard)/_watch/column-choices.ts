import type { TableDescription } from "#lib/contracts/browse-documents.ts";

export interface ColumnChoices {
  /** Those that a key or a mask may have, as people write them. */
  all: string[];
  integers: string[];
  texts: string[];
  times: string[];
  bytes: string[];
  flags: string[];
}

const FITTING = {
  integers: /^(?:int|integer|long)$/,
  texts: /^(?:string|varchar.*|uuid)$/,
  times: /^(?:timestamp.*|date|long|int|integer)$/,
  bytes: /^(?:binary|fixed.*|string)$/,
  flags: /^(?:boolean|string|int|integer|long)$/,
} as const;

/** The columns by what they can be chosen for. A column whose name holds a dot is quoted, as people write it. Pure. */
export function columnChoices(columns: TableDescription["columns"]): ColumnChoices {
  const plain = columns.filter(({ type }) => !/^(?:struct|list|map)\b/.test(type));
  const of = (fitting: RegExp) => plain.filter(({ type }) => fitting.test(type)).map(({ name }) => name);
  return {
    all: plain.map(({ name }) => name),
    integers: of(FITTING.integers),
    texts: of(FITTING.texts),
    times: of(FITTING.times),
    bytes: of(FITTING.bytes),
    flags: of(FITTING.flags),
  };
}
