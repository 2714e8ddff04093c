import { NO_COLUMN } from "#lib/names.ts";

interface RoleDeclaration {
  /** Where the configuration names the column: a key of `kafka` or `cdc`, or of the table itself. */
  path: readonly ["kafka" | "cdc", string] | readonly [string];
  /** The option of the command line. Commander's name for its value is the role. */
  flag: string;
  /** For a form. */
  label: string;
  /** Which columns a form offers. */
  fits: "integers" | "texts" | "times" | "bytes" | "flags" | "all";
  /** A noun phrase for help and documentation. */
  help: string;
  /** Several columns together, most significant first. */
  several?: true;
  /** A table can be declared not to have it (`kafka.key: none`): then the causes that need it do not apply. */
  mayBeAbsent?: true;
}

/** The columns with a meaning, besides the key. Reading, writing, forms, options and masking derive from this list. */
const COLUMN_ROLES = {
  kafkaPartition: {
    path: ["kafka", "partition"],
    flag: "--kafka-partition",
    label: "Partition",
    fits: "integers",
    help: "the number of the Kafka partition",
    mayBeAbsent: true,
  },
  kafkaKey: {
    path: ["kafka", "key"],
    flag: "--kafka-key",
    label: "Raw key",
    fits: "bytes",
    help: "the raw bytes of the Kafka key",
    mayBeAbsent: true,
  },
  kafkaOffset: {
    path: ["kafka", "offset"],
    flag: "--kafka-offset",
    label: "Offset",
    fits: "integers",
    help: "the Kafka offset; needs the partition",
    mayBeAbsent: true,
  },
  kafkaTopic: {
    path: ["kafka", "topic"],
    flag: "--kafka-topic",
    label: "Topic",
    fits: "texts",
    help: "the Kafka topic; without it all rows count as one topic's",
    mayBeAbsent: true,
  },
  kafkaTimestamp: {
    path: ["kafka", "timestamp"],
    flag: "--kafka-timestamp",
    label: "Record timestamp",
    fits: "times",
    help: "the time of the Kafka record",
  },
  eventTime: {
    path: ["event_time"],
    flag: "--event-time",
    label: "Event time",
    fits: "times",
    help: "the time of the event; the measure of lag if there is no time of the change in the source",
  },
  op: {
    path: ["cdc", "op"],
    flag: "--op",
    label: "Operation",
    fits: "texts",
    help: "the change operation (c, u, d, r)",
    mayBeAbsent: true,
  },
  lsn: {
    path: ["cdc", "lsn"],
    flag: "--lsn",
    label: "Log position",
    fits: "all",
    help: "the log position in the source. If it takes several columns, most significant first (MySQL: file, position)",
    several: true,
    mayBeAbsent: true,
  },
  sourceTime: {
    path: ["cdc", "source_time"],
    flag: "--source-time",
    label: "Time in the source",
    fits: "times",
    help: "the time of the change in the source",
  },
  deleted: {
    path: ["cdc", "deleted"],
    flag: "--deleted",
    label: "Soft-delete flag",
    fits: "flags",
    help: "the soft-delete flag",
    mayBeAbsent: true,
  },
} as const satisfies Record<string, RoleDeclaration>;

type Roles = typeof COLUMN_ROLES;
export type ColumnRole = keyof Roles;
type SeveralRole = { [Role in ColumnRole]: Roles[Role] extends { several: true } ? Role : never }[ColumnRole];
export type SingleRole = Exclude<ColumnRole, SeveralRole>;
export type AbsentRole = { [Role in ColumnRole]: Roles[Role] extends { mayBeAbsent: true } ? Role : never }[ColumnRole];

/**
 * A table's columns by role; null or empty: it has none. Paths are written as a person writes them: `a.b` is nested, a name that holds a dot is
 * in double quotes.
 */
export type ColumnsByRole = Record<SingleRole, string | null> & Record<SeveralRole, string[]>;

export const ROLE_NAMES = Object.keys(COLUMN_ROLES) as ColumnRole[];
export const SINGLE_ROLES = ROLE_NAMES.filter((role): role is SingleRole => declarationOf(role).several !== true);
/** Sorted: stored definitions list them so. */
export const ABSENT_ROLES = ROLE_NAMES.filter((role): role is AbsentRole => declarationOf(role).mayBeAbsent === true).toSorted();

export function declarationOf(role: ColumnRole): RoleDeclaration {
  return COLUMN_ROLES[role];
}

/** Columns of some roles, with none for all others. */
export function columnsByRole(given: { readonly [Role in ColumnRole]?: ColumnsByRole[Role] | undefined } = {}): ColumnsByRole {
  const singles = Object.fromEntries(SINGLE_ROLES.map((role) => [role, given[role] ?? null])) as Record<SingleRole, string | null>;
  return { ...singles, lsn: [...(given.lsn ?? [])] };
}

/** The columns of each role, as JSON or a person writes them. */
export type WrittenColumns = { readonly [Role in ColumnRole]?: string | readonly string[] | null | undefined };

/** Written columns, without those declared absent (`none`), and the roles of these. */
export function takeAbsent(written: WrittenColumns): { columns: ColumnsByRole; absent: AbsentRole[] } {
  const absent = ABSENT_ROLES.filter((role) => isNone(written[role]));
  const entries = ROLE_NAMES.flatMap((role) => {
    const value = written[role];
    if (value == null || absent.some((one) => one === role)) return [];
    return [[role, value] as const];
  });
  return { columns: columnsByRole(Object.fromEntries(entries)), absent };
}

function isNone(written: string | readonly string[] | null | undefined): boolean {
  return written === NO_COLUMN || (Array.isArray(written) && written.length === 1 && written[0] === NO_COLUMN);
}

/** The parts of a table's configuration that name columns. */
export interface ColumnSections {
  kafka?: Readonly<Record<string, unknown>> | undefined;
  cdc?: Readonly<Record<string, unknown>> | undefined;
  event_time?: unknown;
}

/** The configuration's value for each role, unchanged. Roles without a value are left out. */
export function readSections<Value>(written: ColumnSections): Partial<Record<ColumnRole, Value>> {
  const entries = ROLE_NAMES.map((role) => {
    const [first, second] = COLUMN_ROLES[role].path;
    const section = (written as Record<string, unknown>)[first];
    return [role, second === undefined ? section : (section as Record<string, unknown> | undefined)?.[second]] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Record<ColumnRole, Value>>;
}

/** The reverse of readSections. Has both sections, even if they are empty. */
export function writeSections<Value>(valueOf: (role: ColumnRole) => Value): {
  kafka: Record<string, Value>;
  cdc: Record<string, Value>;
  event_time: Value;
} {
  const sectionOf = (section: "kafka" | "cdc"): Record<string, Value> =>
    Object.fromEntries(
      ROLE_NAMES.flatMap((role) => {
        const [first, second] = COLUMN_ROLES[role].path;
        return first === section && second !== undefined ? [[second, valueOf(role)] as const] : [];
      }),
    );
  return { kafka: sectionOf("kafka"), cdc: sectionOf("cdc"), event_time: valueOf("eventTime") };
}
