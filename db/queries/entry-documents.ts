import type { Db } from "../client.ts";
import { findServiceState } from "./service-states.ts";
import { type EntryRow, listEntries } from "./settings-entries.ts";
import { listTables, type TableWithKeys } from "./tables.ts";
import type { FileParts, ServiceState } from "#lib/contracts/service-state.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { EntryKind } from "#lib/names.ts";

type Configuration = ServiceState<"configuration">;

/** What the views of entries are made of. */
interface EntriesRead {
  rows: readonly EntryRow[];
  tables: readonly TableWithKeys[];
  configuration: Configuration | null;
}

/** Every catalog, store, schema registry, table and channel, as toEntryViews gives them. */
export async function readEntryViews(db: Db): Promise<EntryView[]> {
  const [rows, tables, configuration] = await Promise.all([listEntries(db), listTables(db), findServiceState(db, "configuration")]);
  return toEntryViews({ rows, tables, configuration });
}

/** Every catalog, store, schema registry, table and channel with where it comes from: those of the file, of the settings, and sample tables; each kind by name. Pure. */
export function toEntryViews({ rows, tables, configuration }: EntriesRead): EntryView[] {
  const ids = new Map(tables.flatMap(({ source, name, id }) => (source === "settings" ? [[name.toLowerCase(), id] as const] : [])));
  const entered = rows.map((row) => toEntryView(row, { ids, configuration }));
  const views = [...fileViews(configuration, tables), ...sampleViews(tables), ...entered];
  return views.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
}

/** What was entered, as pages and commands are given it; `ids`: of the tables that were entered, by their names in lower case. Pure. */
function toEntryView(
  row: EntryRow,
  { ids, configuration }: { ids: ReadonlyMap<string, string>; configuration: Configuration | null },
): EntryView {
  const { kind, name, written, version, changedAt, changedBy, takenVersion, faults } = row;
  const isTaken = takenVersion === version;
  return {
    kind,
    name,
    origin: { from: "settings", version, changedAt: changedAt.toISOString(), changedBy },
    written,
    state: !isTaken ? "waiting" : faults.length > 0 ? "faulty" : "in use",
    faults: isTaken ? faults : waitingFaults(configuration),
    tableId: kind === "table" ? (ids.get(name.toLowerCase()) ?? null) : null,
  };
}

/** What it waits for, where that is more than a worker's next look. */
function waitingFaults(configuration: Configuration | null): EntryView["faults"] {
  if (configuration?.state !== "faulty") return [];
  return [
    {
      path: "",
      message: `It waits until the errors in ${configuration.file} are fixed: until then Bergwatch cannot check the two together. \`config check\` lists the errors.`,
    },
  ];
}

function fileViews(configuration: Configuration | null, tables: readonly TableWithKeys[]): EntryView[] {
  if (configuration === null) return [];
  const { file, parts } = configuration;
  const view = (kind: EntryKind, name: string, tableId: string | null): EntryView => ({
    kind,
    name,
    origin: { from: "file", file },
    written: null,
    state: "in use",
    faults: [],
    tableId,
  });
  const of = (list: keyof Pick<FileParts, "catalogs" | "stores" | "registries" | "channels">): string[] => parts?.[list] ?? [];
  return [
    ...of("catalogs").map((name) => view("catalog", name, null)),
    ...of("stores").map((scope) => view("store", scope, null)),
    ...of("registries").map((name) => view("schema_registry", name, null)),
    ...of("channels").map((name) => view("channel", name, null)),
    ...tables.filter(({ source }) => source === "file").map(({ name, id }) => view("table", name, id)),
  ];
}

function sampleViews(tables: readonly TableWithKeys[]): EntryView[] {
  return tables
    .filter(({ source }) => source === "sample")
    .map(({ name, id }) => ({ kind: "table", name, origin: { from: "sample" }, written: null, state: "in use", faults: [], tableId: id }));
}
