import { dirname } from "node:path";
import { buildTable } from "#lib/config/build-table.ts";
import { toCatalogSettings } from "#lib/config/catalog-settings.ts";
import type { Config, ConfigFault, LoadedConfig } from "#lib/config/config.ts";
import { toEnteredSettings } from "#lib/config/entered-settings.ts";
import { FileSettings } from "#lib/config/file-settings.ts";
import { formatPath } from "#lib/config/format-path.ts";
import { isMap } from "#lib/config/is-map.ts";
import { flattenIssues, issueSentence } from "#lib/config/issue-sentences.ts";
import { notificationFaults } from "#lib/config/notification-faults.ts";
import { routedBeside, toNotifications } from "#lib/config/notification-settings.ts";
import { registryFaults, registryNames, toRegistrySettings } from "#lib/config/registry-settings.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { keyFaults, placeFaults, sourceFaults } from "#lib/config/source-faults.ts";
import { ALL_OF_S3, toStoreSettings } from "#lib/config/store-settings.ts";
import { TableSettings } from "#lib/config/table-settings.ts";
import { dropUnknownKeys } from "#lib/config/unknown-keys.ts";
import { parseYaml, type Path, type Position, type YamlDocument } from "#lib/config/yaml-document.ts";
import { decodeConfig } from "#lib/config/yaml-text.ts";
import type { FileParts } from "#lib/contracts/service-state.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";

const FAULTS_MAX = 100;

/** A fault before its place in the text is known; `key` points at the name of a key instead of its value. */
interface Finding {
  path: Path;
  message: string;
  key?: true;
}

/** Names of channels that were added in the settings, which routes and the digest may name too. null: not known, so that no name is a fault. */
export type EnteredChannels = readonly string[] | null;

/**
 * What a configuration file says, every default applied, or all that is wrong with it at once (the first hundred, in the order of lines).
 * `file` is its absolute path: relative locations start at its folder. Pure; never throws for what the file holds.
 */
export function loadConfig(
  source: string | Uint8Array,
  { file, channels = [] }: { file: string; channels?: EnteredChannels },
): LoadedConfig {
  const decoded = decodeConfig(typeof source === "string" ? new TextEncoder().encode(source) : source);
  if ("fault" in decoded) return { ok: false, file, faults: [decoded.fault] };
  const parsed = parseYaml(decoded.text);
  if ("faults" in parsed) return { ok: false, file, faults: inOrder(parsed.faults) };
  const { document } = parsed;
  const { config, findings } = readSettings(document, { file, channels });
  const faults = [...document.faults, ...findings.map((finding) => place(document, finding))];
  return faults.length === 0 && config !== null ? { ok: true, config } : { ok: false, file, faults: inOrder(faults) };
}

function readSettings(
  document: YamlDocument,
  { file, channels }: { file: string; channels: EnteredChannels },
): { config: Config | null; findings: Finding[] } {
  const { value } = document;
  if (!isMap(value)) return { config: null, findings: [{ path: [], message: notAMap(value) }] };
  const named = Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith("x-")));
  const { value: cleaned, unknown } = dropUnknownKeys(FileSettings, named);
  const written = cleaned as Record<string, unknown>;
  const findings: Finding[] = unknown.map((fault) => ({ ...fault, key: true }));
  const list = Array.isArray(written.tables) ? written.tables : [];
  // Piece by piece, so that a fault in one table hides none in another.
  const head = FileSettings.safeParse(
    { ...written, ...("tables" in written && { tables: Array.isArray(written.tables) ? [] : written.tables }) },
    { error: issueSentence },
  );
  if (!head.success) findings.push(...flattenIssues(head.error.issues, []));
  const tables: TableDefinition[] = [];
  const registries = registryNames(written.schema_registries);
  const lines = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const path = ["tables", index];
    const settings = TableSettings.safeParse(item, { error: issueSentence });
    if (!settings.success) findings.push(...flattenIssues(settings.error.issues, path));
    const misplaced = placeFaults(item, path, written.catalogs);
    findings.push(...misplaced, ...keyFaults(item, path));
    if (!settings.success || !head.success || misplaced.length > 0) continue;
    const { table, faults } = buildTable({ settings: settings.data, defaults: head.data.defaults ?? {}, path, file, registries });
    findings.push(...faults);
    tables.push(table);
    lines.set(table.name, document.locate(path).line);
  }
  findings.push(...nameFaults(list, document), ...sourceFaults(written), ...registryFaults(written.schema_registries));
  findings.push(...notificationFaults(named["notifications"], { channels, lineOf: (path) => document.locate(path).line }));
  if (!head.success) return { config: null, findings };
  const service = toService(head.data, { file, channels });
  const parts = toParts(head.data, written, tables);
  return { config: { file, tables, hasTables: "tables" in written, service, lines, parts }, findings };
}

function toService(
  { service, notifications, catalogs, stores, schema_registries, entered }: FileSettings,
  { file, channels }: { file: string; channels: EnteredChannels },
): Config["service"] {
  const { overdueFactor, pollersMax, retention } = SERVICE_DEFAULTS;
  const { facts = retention.factsSeconds, runs = retention.runsSeconds } = service?.retention ?? {};
  return {
    overdueFactor: service?.overdue_factor ?? overdueFactor,
    retention: { factsSeconds: facts, runsSeconds: runs },
    pollersMax: service?.pollers ?? pollersMax,
    notifications: notifications === undefined ? SERVICE_DEFAULTS.notifications : toNotifications(notifications, channels),
    sources: {
      catalogs: (catalogs ?? []).map((entry) => toCatalogSettings(entry, { entered: false })),
      stores: (stores ?? []).map((entry) => toStoreSettings(entry, { entered: false })),
      ...(schema_registries !== undefined && {
        registries: schema_registries.map((entry) => toRegistrySettings(entry, { entered: false })),
      }),
    },
    entered: toEnteredSettings(entered, dirname(file)),
  };
}

function toParts(
  { catalogs, stores, schema_registries, notifications }: FileSettings,
  written: Record<string, unknown>,
  tables: readonly TableDefinition[],
): FileParts {
  return {
    defaults: isMap(written.defaults) ? (structuredClone(written.defaults) as NonNullable<FileParts["defaults"]>) : null,
    tables: tables.map(({ name }) => name),
    catalogs: (catalogs ?? []).map(({ name }) => name),
    stores: (stores ?? []).map(({ scope }) => scope ?? ALL_OF_S3),
    ...(schema_registries !== undefined && { registries: schema_registries.map(({ name }) => name) }),
    ...(notifications !== undefined && {
      channels: (notifications.channels ?? []).map(({ name }) => name),
      routed: routedBeside(notifications),
    }),
  };
}

function notAMap(value: unknown): string {
  // An editor may empty a file for a moment before it writes it: that must not read as "watch nothing".
  if (value === null) return 'The file is empty. Write tables, or "tables: []" to watch none.';
  const hint = typeof value === "string" ? " Is a space missing behind a colon?" : "";
  return `The file is not a map of keys such as tables, defaults and service.${hint} docs/reference/configuration.md shows an example.`;
}

function nameFaults(tables: readonly unknown[], document: YamlDocument): Finding[] {
  const first = new Map<string, { name: string; index: number }>();
  return tables.flatMap((table, index): Finding[] => {
    const name = isMap(table) && typeof table.name === "string" ? table.name : null;
    if (name === null) return [];
    const earlier = first.get(name.toLowerCase());
    if (earlier === undefined) {
      first.set(name.toLowerCase(), { name, index });
      return [];
    }
    const { line } = document.locate(["tables", earlier.index, "name"]);
    const differ = earlier.name === name ? "" : ` ("${earlier.name}"; case does not tell names apart)`;
    return [
      {
        path: ["tables", index, "name"],
        message: `A table named "${name.slice(0, 80)}" is already on line ${line}${differ}. Give each table a unique name.`,
      },
    ];
  });
}

function place(document: YamlDocument, { path, message, key }: Finding): ConfigFault {
  const position: Position = key ? document.locateKey(path) : document.locate(path);
  return { ...position, path: formatPath(path), message };
}

/** By line, none twice, a hundred at most. */
function inOrder(faults: readonly ConfigFault[]): ConfigFault[] {
  const sorted = faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const unique = sorted.filter(({ line, column, message }, index) => {
    const before = sorted[index - 1];
    return before === undefined || before.line !== line || before.column !== column || before.message !== message;
  });
  const more = unique.length - FAULTS_MAX;
  const last = unique[FAULTS_MAX];
  return last === undefined
    ? unique
    : [...unique.slice(0, FAULTS_MAX), { ...last, path: "", message: `${more} more errors follow. Fix the first ones.` }];
}
