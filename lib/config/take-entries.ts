import type { z } from "zod";
import { buildTable } from "#lib/config/build-table.ts";
import { CatalogEntry, toCatalogSettings } from "#lib/config/catalog-settings.ts";
import { didYouMean } from "#lib/config/did-you-mean.ts";
import { bareScope, entryKey, entryName } from "#lib/config/entry-name.ts";
import { DefaultSettings } from "#lib/config/file-settings.ts";
import { formatPath } from "#lib/config/format-path.ts";
import { flattenIssues, issueSentence } from "#lib/config/issue-sentences.ts";
import { kindFaults } from "#lib/config/notification-faults.ts";
import { ChannelSettings, toChannel } from "#lib/config/notification-settings.ts";
import { placePasted } from "#lib/config/pasted-secrets.ts";
import { refuseCatalog, refuseChannel, refuseEntering, refuseRegistry, refuseStore, refuseTable } from "#lib/config/refuse-entered.ts";
import { RegistryEntry, toRegistrySettings } from "#lib/config/registry-settings.ts";
import { show } from "#lib/config/scalars.ts";
import { keyFaults, placeFaults } from "#lib/config/source-faults.ts";
import { StoreEntry, toStoreSettings } from "#lib/config/store-settings.ts";
import { TableSettings } from "#lib/config/table-settings.ts";
import { dropUnknownKeys } from "#lib/config/unknown-keys.ts";
import type { Path } from "#lib/config/yaml-document.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { FileParts } from "#lib/contracts/service-state.ts";
import type { EntryFault, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings, RegistrySettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import { ENTRY_KINDS, type EntryKind } from "#lib/names.ts";

/** One catalog, store, schema registry, table or channel as it was entered. */
export interface GivenEntry {
  kind: EntryKind;
  written: WrittenEntry;
}

export interface EntriesInput {
  /** What the configuration file has; null: there is none. */
  file: FileParts | null;
  entries: readonly GivenEntry[];
  bounds: EnteredBounds;
}

export interface TakenEntries {
  /** Of the entries without a fault, in their order. */
  tables: TableDefinition[];
  catalogs: CatalogSettings[];
  stores: StoreSettings[];
  registries: RegistrySettings[];
  channels: Channel[];
  /** One list an entry, in their order; empty: it is right. */
  faults: EntryFault[][];
}

interface Finding {
  path: Path;
  message: string;
}

/** Where a path within an entry starts, so that nothing takes it for the top of a file. */
const ROOT = "entry";

/**
 * What entries amount to beside the file, by the file's own schemas and defaults: every one on its own, so that a faulty one hurts no other
 * (but the tables of a faulty catalog: one of a faulty schema registry is read without it). The file goes before an entry of the same name, and an entry before a later one. Looks at the links
 * of this machine's folders; else pure.
 */
export function takeEntries({ file, entries: given, bounds }: EntriesInput): TakenEntries {
  const entries = given.map((one) => (one.kind === "channel" ? { ...one, written: placePasted(one.written, bounds) } : one));
  const refused = refuseEntering(bounds);
  if (refused !== null)
    return {
      tables: [],
      catalogs: [],
      stores: [],
      registries: [],
      channels: [],
      faults: entries.map(() => [{ path: "", message: refused }]),
    };
  const first = firstNames(file, entries);
  const parsed = entries.map((entry, index) => {
    const findings = [...nameFindings(entry, first, index), ...(entry.kind === "channel" ? kindFaults(entry.written, []) : [])];
    return { entry, index, findings };
  });
  const taken = <S extends z.ZodType, T>(
    kind: EntryKind,
    {
      schema,
      toSettings,
      refuse,
    }: { schema: S; toSettings: (settings: z.output<S>, origin: { entered: boolean }) => T; refuse: (made: T) => Finding[] },
  ): T[] =>
    parsed.flatMap((one) => {
      const settings = one.entry.kind === kind ? parse(schema, one) : null;
      if (settings === null) return [];
      const made = toSettings(settings, { entered: true });
      one.findings.push(...refuse(made));
      return one.findings.length === 0 ? [made] : [];
    });
  const catalogs = taken("catalog", { schema: CatalogEntry, toSettings: toCatalogSettings, refuse: (made) => refuseCatalog(made, bounds) });
  const stores = taken("store", {
    schema: StoreEntry,
    toSettings: toStoreSettings,
    refuse: (made) => [...refuseStore(made, bounds), ...coveredFinding(made, file)],
  });
  const registries = taken("schema_registry", {
    schema: RegistryEntry,
    toSettings: toRegistrySettings,
    refuse: (made) => refuseRegistry(made, bounds),
  });
  const channels = taken("channel", {
    schema: ChannelSettings,
    toSettings: (settings): Channel | null => withMark(toChannel(settings)),
    refuse: (made) => (made === null ? [] : refuseChannel(made, bounds)),
  }).filter((made) => made !== null);
  const namesOf = (wanted: EntryKind): string[] =>
    entries.flatMap(({ kind, written }) => (kind === wanted ? [entryName(kind, written) ?? ""] : []));
  const world = {
    known: [...(file?.catalogs ?? []), ...catalogs.map(({ name }) => name)],
    faulty: namesOf("catalog"),
    registries: [...(file?.registries ?? []), ...namesOf("schema_registry")],
    defaults: DefaultSettings.safeParse(file?.defaults ?? {}).data ?? {},
    bounds,
  };
  const tables = parsed.flatMap((one) => (one.entry.kind === "table" ? takeTable(one, world) : []));
  return { tables, catalogs, stores, registries, channels, faults: parsed.map(({ findings }) => findings.map(toFault)) };
}

function withMark(channel: Channel | null): Channel | null {
  return channel && { ...channel, entered: true };
}

/** Else whoever enters a longer scope would open the file's own tables in another place. */
function coveredFinding({ scope }: StoreSettings, file: FileParts | null): Finding[] {
  const covering = file?.stores.find((other) => bareScope(scope).startsWith(`${bareScope(other)}/`));
  if (covering === undefined) return [];
  const message = `${show(scope)} is in ${show(covering)}, which the configuration file opens, and the file takes precedence. Put the store into the file.`;
  return [{ path: ["scope"], message }];
}

interface ParsedEntry {
  entry: GivenEntry;
  findings: Finding[];
}

interface TableWorld {
  /** Names of catalogs that work. */
  known: readonly string[];
  /** Names of entered catalogs, working or not. */
  faulty: readonly string[];
  defaults: z.output<typeof DefaultSettings>;
  bounds: EnteredBounds;
  /** Names of all schema registries, working or not: without one a table is read all the same. */
  registries: readonly string[];
}

function takeTable(one: ParsedEntry, { known, faulty, defaults, bounds, registries }: TableWorld): TableDefinition[] {
  const { written } = one.entry;
  const settings = parse(TableSettings, one);
  const catalogs = known.map((name) => ({ name }));
  const missing = (catalog: string): string => missingCatalog(catalog, known, faulty);
  const misplaced = placeFaults(written, [ROOT], catalogs, missing);
  one.findings.push(...misplaced.map(inside), ...keyFaults(written, [ROOT]).map(inside));
  const location = written["location"];
  if (typeof location === "string" && !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(location))
    one.findings.push(...refuseTable({ location }, bounds));
  if (settings === null || one.findings.length > 0) return [];
  const { table, faults } = buildTable({
    settings,
    defaults,
    path: [ROOT],
    file: "/",
    registries,
    missing: (name, known) => missingSource("schema_registry", name, known),
  });
  one.findings.push(...faults.map(insideOrDefaults), ...refuseTable(table, bounds));
  return one.findings.length === 0 ? [table] : [];
}

function parse<T extends z.ZodType>(schema: T, one: ParsedEntry): z.output<T> | null {
  if (!holdsStorable(one.entry.written)) one.findings.push({ path: [], message: `The entry is not taken: ${NOT_STORABLE}. Take it out.` });
  const { value, unknown } = dropUnknownKeys(schema, one.entry.written, [ROOT]);
  one.findings.push(...unknown.map(inside));
  // The words for a channel's keys are those of the file's `notifications`.
  const error = one.entry.kind === "channel" ? sayOfChannel : issueSentence;
  const parsed = schema.safeParse(value, { error });
  if (parsed.success) return parsed.data;
  one.findings.push(...flattenIssues(parsed.error.issues, []));
  return null;
}

const sayOfChannel: typeof issueSentence = (issue) => issueSentence({ ...issue, path: ["notifications", ...(issue.path ?? [])] });

function holdsStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => holdsStorable(key) && holdsStorable(part));
}

const KINDS: Record<EntryKind, { list: Exclude<keyof FileParts, "defaults" | "routed">; named: string; by: string }> = {
  catalog: { list: "catalogs", named: "name", by: "named" },
  store: { list: "stores", named: "scope", by: "with the scope" },
  schema_registry: { list: "registries", named: "name", by: "named" },
  table: { list: "tables", named: "name", by: "named" },
  channel: { list: "channels", named: "name", by: "named" },
};

/** By kind and name, whatever the case: what has it first. */
function firstNames(file: FileParts | null, entries: readonly GivenEntry[]): ReadonlyMap<string, "file" | number> {
  const first = new Map<string, "file" | number>();
  for (const kind of ENTRY_KINDS) for (const name of file?.[KINDS[kind].list] ?? []) first.set(entryKey({ kind, name }), "file");
  for (const [index, { kind, written }] of entries.entries()) {
    const key = entryKey({ kind, name: entryName(kind, written) ?? "" });
    if (!first.has(key)) first.set(key, index);
  }
  return first;
}

function nameFindings({ kind, written }: GivenEntry, first: ReadonlyMap<string, "file" | number>, index: number): Finding[] {
  const name = entryName(kind, written);
  const earlier = name === null ? index : first.get(entryKey({ kind, name }));
  if (name === null || earlier === index) return [];
  const { by, named } = KINDS[kind];
  const what = `a ${ENTRY_WORDS[kind]} ${by}`;
  const message =
    earlier === "file"
      ? `The configuration file has ${what} "${show(name)}" already, and the file takes precedence. Remove this one, give it another, or take that one out of the file.`
      : `There is ${what} "${show(name)}" already; case does not tell names apart. Give each its own.`;
  return [{ path: [named], message }];
}

function missingSource(kind: EntryKind, name: string, known: readonly string[]): string {
  const have = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
  return `Neither the settings nor the configuration file have a ${ENTRY_WORDS[kind]} "${show(name)}": ${have}.${didYouMean(name, known)} Enter it first.`;
}

function missingCatalog(catalog: string, known: readonly string[], entered: readonly string[]): string {
  if (entered.includes(catalog)) return `The catalog "${show(catalog)}" is not in use: its entry has an error. Fix it first.`;
  return missingSource("catalog", catalog, known);
}

function inside({ path, message }: Finding): Finding {
  return { path: path.slice(1), message };
}

/** What a default of the file and the entry mean together is told at the entry. */
function insideOrDefaults({ path, message }: Finding): Finding {
  return path[0] === ROOT
    ? inside({ path, message })
    : { path: [], message: `By ${formatPath(path)} of the configuration file: ${message}` };
}

function toFault({ path, message }: Finding): EntryFault {
  return { path: formatPath(path), message };
}
