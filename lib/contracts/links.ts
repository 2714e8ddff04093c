import type { SourceKind } from "#lib/contracts/entry-kinds.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { CauseName } from "#lib/names.ts";

/**
 * The address of every page, without the public base URL: pages, messages and the command line make their links here, so that what one says
 * the other opens. A permanent link names the table by its id, the key by its name in the table, the snapshot by its id.
 */

/** What a table's pages can be asked for; what is left out is the page's own default: the first key, the newest snapshot. */
export interface TableView {
  /** The key's name in its table. */
  key?: string | undefined;
  /** A snapshot id. */
  snapshot?: string | undefined;
  metric?: MetricName | undefined;
  /** Only the keys with this cause. */
  cause?: CauseName | undefined;
  /** `14d`, or `<from>~<to>` in ISO 8601. */
  range?: string | undefined;
  /** `commit` or `run` time. */
  by?: string | undefined;
}

type Params = Record<string, string | number | undefined>;

function address(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== "") query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** `/tables/<id>/<part>…` with each part quoted. */
function ofTable(tableId: string, ...parts: string[]): string {
  return ["/tables", tableId, ...parts].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join("/");
}

export function overviewLink(params: Params = {}): string {
  return address("/", params);
}

export function tableLink(tableId: string, view: TableView = {}): string {
  return address(ofTable(tableId), { ...view });
}

/** What narrows and orders a list of keys. `moved`: from and to partition, `0-6`; `differs`: a column; `sort`: see sorting.ts. */
export interface KeysNarrowed {
  moved?: string | undefined;
  differs?: string | undefined;
  sort?: string | undefined;
}

/** The duplicated keys of a snapshot. `find`: the id of a look-up, to come back to it. */
export function keysLink(
  tableId: string,
  view: TableView & KeysNarrowed & { page?: number | undefined; find?: string | undefined } = {},
): string {
  return address(ofTable(tableId, "keys"), { ...view });
}

/** One key, by its hash (`lib/key-hash.ts`). `request`: as the look-up with this id found it, and not as it was sampled. */
export function keyLink(tableId: string, keyHash: string, view: TableView & { request?: string | undefined } = {}): string {
  return address(ofTable(tableId, "keys", keyHash), { ...view });
}

export function backlogLink(tableId: string, view: TableView = {}): string {
  return address(ofTable(tableId, "backlog"), { ...view });
}

/** Which engines see which duplicates of a table, by the deletes that they apply. */
export function readersLink(tableId: string, view: { key?: string | undefined } = {}): string {
  return address(ofTable(tableId, "readers"), { ...view });
}

/** A table's limits with their preview. `days`: how far it looks back; `warn` and `alert`: the numbers that are tried, as the file writes them. */
export function limitsLink(
  tableId: string,
  tried: { key?: string; metric?: MetricName; days?: number; warn?: string; alert?: string; accepted?: "out" } = {},
): string {
  return address(ofTable(tableId, "limits"), { ...tried });
}

export function runsLink(params: Params = {}): string {
  return address("/runs", params);
}

export function runLink(runId: string): string {
  return `/runs/${encodeURIComponent(runId)}`;
}

/** Incidents as asked for; without anything those that are not resolved. */
export function incidentsLink(params: Params = {}): string {
  return address("/incidents", params);
}

/** One incident, by the id that is its own everywhere. */
export function incidentLink(incidentId: string): string {
  return `/incidents/${encodeURIComponent(incidentId)}`;
}

/**
 * Channels and routes. With a table and a severity it says which channels an incident there would go to; with `add` the form for a new channel is
 * open, with `edit` that of a known one, with `added` what to do with one that was just saved.
 */
export function notificationsLink(
  asked: { table?: string; severity?: string; check?: string; add?: "channel"; edit?: string; added?: string } = {},
): string {
  return address("/settings/notifications", { ...asked });
}

/** Messages as asked for, newest first. `after`: the page behind the message with that id. */
export function deliveriesLink(asked: { channel?: string; state?: string; kind?: string; incident?: string; after?: string } = {}): string {
  return address("/settings/notifications/deliveries", { ...asked });
}

/** One message with each of its tries. */
export function deliveryLink(deliveryId: string): string {
  return `/settings/notifications/deliveries/${encodeURIComponent(deliveryId)}`;
}

/** Silences and maintenance windows; with a scope its form is open and filled in. */
export function silencesLink(scope: { table?: string; tag?: string; owner?: string } = {}): string {
  return address("/settings/silences", { ...scope });
}

/** Catalogs, stores and schema registries with how they do; with `add` the form for a new one is open, with `edit`, such as `catalog:lake`, that of a known one. */
export function sourcesLink(asked: { add?: SourceKind; product?: string; edit?: string } = {}): string {
  return address("/settings/sources", { ...asked });
}

/** All tables with where their settings come from. */
export function tableSettingsLink(asked: { origin?: string; q?: string; sort?: string } = {}): string {
  return address("/settings/tables", { ...asked });
}

/** What lies in a catalog. `namespace`: as people write it, `shop.eu`; left out: the outermost level. */
export function catalogLink(catalog: string, namespace?: string): string {
  return address(`/catalogs/${encodeURIComponent(catalog)}`, { namespace });
}

/** One table of a catalog, as people write its name: its schema, snapshots and size, and the form to watch it. */
export function catalogTableLink(catalog: string, table: string): string {
  return address(`/catalogs/${encodeURIComponent(catalog)}/table`, { table });
}

/** Many tables of a catalog at once, by a pattern. */
export function catalogMatchLink(catalog: string, pattern?: string): string {
  return address(`/catalogs/${encodeURIComponent(catalog)}/match`, { pattern });
}

/** A table that is to be watched by its place, or the choice between that and a catalog. */
export function addTableLink(asked: { location?: string } = {}): string {
  return address("/tables/new", { ...asked });
}

/** What a watched table's settings say, and where they come from. */
export function tableSettingLink(tableId: string): string {
  return ofTable(tableId, "settings");
}

/** What a metric means: made from its declaration. */
export function metricLink(metric: MetricName): string {
  return `/docs/metrics/${metric}`;
}

/** What the numbers, the words and the causes mean. */
export function docsLink(): string {
  return "/docs";
}

/** When a cause holds, how it comes about and what to do first: made from its declaration; without one the list of all. */
export function causeDocsLink(cause?: CauseName): string {
  return cause === undefined ? "/docs/causes" : `/docs/causes/${cause}`;
}

/** The review of a week, such as `2026-W48`; without one that of the week that runs. */
export function reviewLink(week?: string, params: Params = {}): string {
  return address(week === undefined ? "/review" : `/review/${encodeURIComponent(week)}`, params);
}

/** A link of this module for outside: `publicUrl` has no slash at its end. */
export function absoluteLink(publicUrl: string, link: string): string {
  return `${publicUrl}${link}`;
}
