import fc from "fast-check";
import {
  DELETE_LAYOUTS,
  FILTERS,
  ID_SETS,
  KEY_KINDS,
  NAMELESS,
  PART_TYPES,
  SCHEMA_CHANGES,
  SPECS,
} from "#lib/testing/random-history/history.ts";
import type { Command, History, Question, RowSeed } from "#lib/testing/random-history/history.ts";
import { NULL_INDEX } from "#lib/testing/random-history/row-values.ts";

const upTo = (max: number): fc.Arbitrary<number> => fc.nat({ max });
const rarely: fc.Arbitrary<boolean> = upTo(7).map((number) => number === 7);

const seldom: fc.Arbitrary<boolean> = upTo(24).map((number) => number === 24);
/** Once in a while a file is big enough for several row groups, for vectors with several containers, and for the engine's other way of counting. */
const times = upTo(150).map((number) => (number === 150 ? 15_000 : number > 140 ? 700 : 1));

/** One index in `nulls` is NULL. */
function seedWith(nulls: number): fc.Arbitrary<RowSeed> {
  const orNull = (max: number): fc.Arbitrary<number> =>
    fc.oneof({ weight: nulls - 1, arbitrary: upTo(max) }, { weight: 1, arbitrary: fc.constant(NULL_INDEX) });
  const key = fc.oneof({ weight: nulls - 1, arbitrary: upTo(5) }, { weight: 1, arbitrary: fc.constantFrom(8, NULL_INDEX) });
  return fc.record({ k: key, s: orNull(2), p: orNull(5), b: orNull(2), t: orNull(4), o: orNull(5) });
}

const rows = (min: number, max: number, nulls = 7): fc.Arbitrary<RowSeed[]> =>
  fc.array(seedWith(nulls), { minLength: min, maxLength: max });
const choices = (min: number, max: number): fc.Arbitrary<number[]> => fc.array(upTo(20), { minLength: min, maxLength: max });
const idSet = fc.oneof({ weight: 4, arbitrary: fc.constant("key" as const) }, { weight: 3, arbitrary: fc.constantFrom(...ID_SETS) });
const anySpec = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("none" as const, "void" as const) },
  { weight: 5, arbitrary: fc.constantFrom(...SPECS) },
  { weight: 3, arbitrary: fc.constantFrom("part" as const, "part and status" as const) },
);
const PART_SPECS = SPECS.filter((spec) => spec.startsWith("part"));
const layout = fc.constantFrom(...DELETE_LAYOUTS);

/** One command and its weight; what makes rows and deletes comes often. */
function command<D extends Command["do"]>(
  weight: number,
  name: D,
  parts: { [K in keyof Omit<Extract<Command, { do: D }>, "do">]: fc.Arbitrary<Extract<Command, { do: D }>[K]> },
): { weight: number; arbitrary: fc.Arbitrary<Command> } {
  return { weight, arbitrary: fc.record({ do: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Command> };
}

const append = command(12, "append", {
  rows: rows(1, 8),
  files: fc.constantFrom(1, 1, 2),
  times,
  codec: upTo(5),
  old: rarely,
  twice: seldom,
  branch: rarely,
  nameless: fc.constantFrom(...NAMELESS, "no" as const),
});

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  append,
  command(10, "upsert", { rows: rows(1, 6), ids: idSet, branch: rarely }),
  command(6, "delete equal", { rows: rows(1, 3, 3), ids: idSet, spec: upTo(3), layout, branch: rarely }),
  command(6, "delete rows", { rows: choices(1, 4), together: fc.boolean(), named: fc.boolean(), merge: fc.boolean(), upgrade: rarely }),
  command(1, "delete elsewhere", { file: upTo(9) }),
  command(4, "compact", {
    files: choices(0, 3),
    sequence: fc.constantFrom("own" as const, "starting" as const, "earlier" as const),
    dropDangling: fc.boolean(),
    lineage: fc.boolean(),
  }),
  command(2, "overwrite", { files: choices(1, 2), rows: rows(0, 5) }),
  command(1, "remove files", { files: choices(1, 2) }),
  command(1, "drop deletes", { files: choices(1, 2) }),
  command(2, "rewrite manifests", {}),
  command(1, "register twice", { file: upTo(9), deletes: rarely }),
  command(6, "change schema", { change: fc.constantFrom(...SCHEMA_CHANGES, "add with default", "rename"), column: upTo(20) }),
  command(3, "change spec", { spec: anySpec }),
  command(2, "upgrade", {}),
  command(1, "roll back", { snapshot: upTo(9) }),
  command(1, "expire", { count: upTo(3) }),
);

const question: fc.Arbitrary<Question> = fc.record({
  older: upTo(20),
  where: fc.oneof({ weight: 4, arbitrary: fc.constant("none" as const) }, { weight: 2, arbitrary: fc.constantFrom(...FILTERS) }),
  topic: fc.boolean(),
  eventTime: fc.boolean(),
  cdc: upTo(3).map((number) => number === 3),
  keysMax: fc.constantFrom(100, 3),
  rowsPerKeyMax: fc.constantFrom(100, 2),
});

/** Any history of 1 to `commandsMax` commands that starts with rows. */
export function anyHistory(commandsMax: number): fc.Arbitrary<History> {
  return fc.record({
    formatVersion: fc.constantFrom(2 as const, 3 as const, 1 as const),
    key: fc.constantFrom(...KEY_KINDS),
    part: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: fc.constantFrom(...PART_TYPES) }),
    spec: fc.oneof(
      { weight: 1, arbitrary: fc.constant("none" as const) },
      { weight: 2, arbitrary: anySpec },
      { weight: 2, arbitrary: fc.constantFrom("part" as const, ...PART_SPECS) },
    ),
    nestedKafka: rarely,
    statistics: rarely.map((value) => !value),
    writers: fc.constantFrom("one" as const, "mixed" as const),
    targetFileBytes: fc.constantFrom(null, 12_000),
    commands: fc
      .tuple(append.arbitrary, fc.array(anyCommand, { maxLength: commandsMax - 1, size: "max" }))
      .map(([first, rest]) => [first, ...rest]),
    question,
  });
}
