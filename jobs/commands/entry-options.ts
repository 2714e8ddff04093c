import { resolve } from "node:path";
import type { RawOptions } from "#jobs/commands/check-options.ts";
import { writeSections, type ColumnRole } from "#lib/column-roles.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";

interface RawAws {
  accessKeyIdEnv?: string;
  accessKeyIdFile?: string;
  secretAccessKeyEnv?: string;
  secretAccessKeyFile?: string;
  sessionTokenEnv?: string;
  sessionTokenFile?: string;
  profile?: string;
}

export interface RawCatalog extends RawAws {
  uri: string;
  warehouse?: string;
  prefix?: string;
  region?: string;
  authTokenEnv?: string;
  authTokenFile?: string;
  oauth2ClientId?: string;
  oauth2ClientSecretEnv?: string;
  oauth2ClientSecretFile?: string;
  scope?: string;
  tokenEndpoint?: string;
  sigv4?: true;
  sigv4Service?: string;
  sigv4Region?: string;
  place?: string[];
  accessDelegation?: string;
}

export interface RawStore extends RawAws {
  endpoint?: string;
  pathStyle?: true;
  region?: string;
  anonymous?: true;
  tokenEnv?: string;
  tokenFile?: string;
  accountKeyEnv?: string;
  accountKeyFile?: string;
  sasTokenEnv?: string;
  sasTokenFile?: string;
}

export interface RawRegistry {
  url: string;
  kind?: string;
  username?: string;
  usernameEnv?: string;
  passwordEnv?: string;
  passwordFile?: string;
  authTokenEnv?: string;
  authTokenFile?: string;
}

export interface RawChannel {
  slackWebhookEnv?: string;
  slackWebhookFile?: string;
  slackBotTokenEnv?: string;
  slackBotTokenFile?: string;
  conversation?: string;
  appTokenEnv?: string;
  appTokenFile?: string;
  signingSecretEnv?: string;
  signingSecretFile?: string;
  slackUser?: string[];
  webhookUrlEnv?: string;
  webhookUrlFile?: string;
  webhookSecretEnv?: string;
  webhookSecretFile?: string;
  quietFrom?: string;
  quietTo?: string;
  quietDay?: string[];
  quietTimeZone?: string;
  quietBut?: string[];
}

export interface RawTable extends Pick<
  RawOptions,
  "location" | "catalog" | "table" | "key" | "promise" | "keep" | "kind" | "where" | "branch" | "relocated" | "unavailable" | ColumnRole
> {
  owner?: string;
  tag?: string[];
  mask?: string[];
  every?: string;
  cron?: string;
  timeZone?: string;
  poll?: string;
  paused?: true;
  schemaRegistry?: string;
  managedBy?: string;
}

type Part = WrittenEntry[string] | undefined;

/** What the options say, as the file would say it; whether it is right is judged with everything else. Throws AppError usage. */
export function toCatalogEntry(name: string, raw: RawCatalog): WrittenEntry {
  const { uri, warehouse, prefix, region, place, accessDelegation } = raw;
  return written({ name, uri, warehouse, prefix, auth: toAuth(raw), access_delegation: accessDelegation, region, places: place });
}

/** The same of a store. */
export function toStoreEntry(scope: string, raw: RawStore): WrittenEntry {
  const { endpoint, pathStyle, region, anonymous } = raw;
  return written({
    scope,
    endpoint,
    path_style: pathStyle,
    region,
    anonymous,
    ...toAws(raw),
    token: secretOf(raw.tokenEnv, raw.tokenFile, "--token"),
    account_key: secretOf(raw.accountKeyEnv, raw.accountKeyFile, "--account-key"),
    sas_token: secretOf(raw.sasTokenEnv, raw.sasTokenFile, "--sas-token"),
  });
}

/** The same of a schema registry. */
export function toRegistryEntry(name: string, raw: RawRegistry): WrittenEntry {
  const { url, kind, username, usernameEnv } = raw;
  if (username !== undefined && usernameEnv !== undefined)
    throw new AppError("usage", "--username and --username-env are both given. Keep one.");
  const user = username ?? secretOf(usernameEnv, undefined, "--username");
  const password = secretOf(raw.passwordEnv, raw.passwordFile, "--password");
  const token = secretOf(raw.authTokenEnv, raw.authTokenFile, "--auth-token");
  const auth = inner({ basic: inner({ username: user, password }), bearer: token === undefined ? undefined : { token } });
  return written({ name, kind, url, auth });
}

/** The same of a channel. Pure. */
export function toChannelEntry(name: string, raw: RawChannel): WrittenEntry {
  const { conversation, slackUser, quietFrom, quietTo, quietDay, quietTimeZone, quietBut } = raw;
  const bot = {
    token: secretOf(raw.slackBotTokenEnv, raw.slackBotTokenFile, "--slack-bot-token"),
    conversation,
    app_token: secretOf(raw.appTokenEnv, raw.appTokenFile, "--app-token"),
    signing_secret: secretOf(raw.signingSecretEnv, raw.signingSecretFile, "--signing-secret"),
    users: slackUser,
  };
  const webhook = {
    url: secretOf(raw.webhookUrlEnv, raw.webhookUrlFile, "--webhook-url"),
    secret: secretOf(raw.webhookSecretEnv, raw.webhookSecretFile, "--webhook-secret"),
  };
  return written({
    name,
    slack_webhook: inner({ url: secretOf(raw.slackWebhookEnv, raw.slackWebhookFile, "--slack-webhook") }),
    slack_bot: inner(bot),
    webhook: inner(webhook),
    quiet_hours: inner({ from: quietFrom, to: quietTo, days: quietDay, time_zone: quietTimeZone, but: quietBut }),
  });
}

/** The same of a table. Pure. */
export function toTableEntry(name: string, raw: RawTable): WrittenEntry {
  const { location, catalog, table, branch, kind, key, where, relocated, owner, tag, paused, promise, keep, mask } = raw;
  const { schemaRegistry, managedBy, every, cron, timeZone, poll, unavailable } = raw;
  const { kafka, cdc, event_time } = writeSections((role) => {
    const named = raw[role];
    return Array.isArray(named) ? oneOrMore(named) : named;
  });
  return written({
    name,
    location,
    catalog,
    table,
    branch,
    kind,
    key: oneOrMore(key),
    filter: where,
    relocated,
    owner,
    tags: tag,
    paused,
    promise,
    keep,
    kafka: inner(kafka),
    schema_registry: schemaRegistry,
    managed_by: managedBy,
    event_time,
    cdc: inner({ ...cdc, unavailable_value_columns: oneOrMore(unavailable) }),
    masked: oneOrMore(mask),
    schedule: inner({
      cron,
      time_zone: timeZone,
      every,
      poll,
      on_snapshot: poll !== undefined && cron === undefined && every === undefined ? true : undefined,
    }),
  });
}

function toAuth(raw: RawCatalog): Part {
  const { oauth2ClientId, scope, tokenEndpoint, sigv4, sigv4Service, sigv4Region } = raw;
  const token = secretOf(raw.authTokenEnv, raw.authTokenFile, "--auth-token");
  const secret = secretOf(raw.oauth2ClientSecretEnv, raw.oauth2ClientSecretFile, "--oauth2-client-secret");
  const oauth2 = inner({ client_id: oauth2ClientId, client_secret: secret, scope, token_endpoint: tokenEndpoint });
  const signed = inner({ service: sigv4Service, region: sigv4Region, ...toAws(raw) });
  if (sigv4 === undefined && signed !== undefined)
    throw new AppError(
      "usage",
      "AWS's keys, profile, service or region are given without --sigv4, which they belong to. Add it, or leave them out.",
    );
  return inner({ bearer: token === undefined ? undefined : { token }, oauth2, sigv4: sigv4 === undefined ? undefined : (signed ?? {}) });
}

function toAws(raw: RawAws): Record<string, Part> {
  return {
    access_key_id: secretOf(raw.accessKeyIdEnv, raw.accessKeyIdFile, "--access-key-id"),
    secret_access_key: secretOf(raw.secretAccessKeyEnv, raw.secretAccessKeyFile, "--secret-access-key"),
    session_token: secretOf(raw.sessionTokenEnv, raw.sessionTokenFile, "--session-token"),
    profile: raw.profile,
  };
}

/** A reference; a path starts where the command is given, as paths of commands do. What stands in its place may be the secret itself, and is not repeated. */
function secretOf(variable: string | undefined, file: string | undefined, option: string): Part {
  if (variable !== undefined && file !== undefined)
    throw new AppError("usage", `${option}-env and ${option}-file are both given. Keep one.`);
  if (file !== undefined) return { file: resolve(file) };
  if (variable === undefined) return undefined;
  if (!/^[A-Za-z_]\w*$/.test(variable))
    throw new AppError(
      "usage",
      `${option}-env is not the name of an environment variable. It takes the name, not what the variable holds.`,
    );
  return `\${${variable}}`;
}

function oneOrMore(values: string[] | undefined): Part {
  return values?.length === 1 ? values[0] : values;
}

/** Only what is there; undefined: nothing is. */
function inner(parts: Record<string, Part>): WrittenEntry | undefined {
  const entry = written(parts);
  return Object.keys(entry).length === 0 ? undefined : entry;
}

function written(parts: Record<string, Part>): WrittenEntry {
  return Object.fromEntries(Object.entries(parts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
