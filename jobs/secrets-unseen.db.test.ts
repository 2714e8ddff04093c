import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { saveEntries } from "#db/queries/settings-entries.ts";
import { QUEUE_SCHEMA } from "#db/queue.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { requestTestMessage } from "#db/request-test-message.ts";
import { serveChannel } from "#jobs/delivery/serve-channel.ts";
import { createEngine } from "#jobs/deps.ts";
import { askCatalog } from "#jobs/tasks/ask-catalog.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { takeOver } from "#jobs/testing/take-over.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { planPasted, writePasted } from "#lib/config/pasted-secrets.ts";
import { env } from "#lib/env.ts";
import { createOpenChannel } from "#lib/incidents/channels/open-configured.ts";
import { RegistryDouble } from "#lib/testing/registry-double.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

const SECRETS = { variable: "token-in-a-variable-77", file: "secret-in-a-file-88", id: "id-in-a-variable-99" };
const PASTED = { address: "address-that-was-pasted-55", signing: "signing-that-was-pasted-66" };

let world: TaskWorld;
let folder = "";
let double: CatalogDouble;
let registry: RegistryDouble;
/** A channel's own program; it says again what it was sent, and the secret of its signature. */
let program: Server;
let programUrl = "";
const posted: string[] = [];
beforeAll(async () => {
  world = await createTaskWorld();
  folder = await mkdtemp(join(tmpdir(), "bergwatch-secrets-"));
  double = await CatalogDouble.start({ tables: [aCatalogTable()] });
  registry = await RegistryDouble.start();
  // It says again what it was sent: as the name of a key's subject.
  registry.says = ({ authorization }) => ({ json: [`${authorization ?? ""}-key`] });
  program = createServer((request, response) => {
    posted.push(request.url ?? "");
    response.writeHead(500).end(`Bad: ${request.url} ${PASTED.signing} ${JSON.stringify(request.headers)}`);
  });
  await once(program.listen(0, "127.0.0.1"), "listening");
  const at = program.address();
  programUrl = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}/${PASTED.address}`;
  await mkdir(join(folder, "secrets"));
  await writeFile(join(folder, "secrets/lake"), `${SECRETS.file}\n`);
  vi.stubEnv("BERGWATCH_SECRET_TOKEN", SECRETS.variable);
  vi.stubEnv("BERGWATCH_SECRET_ID", SECRETS.id);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await double.close();
  await registry.close();
  program.close();
  await world.close();
  await rm(folder, { recursive: true });
});

test("no output of commands, no log, no export and no stored row holds a secret that entries refer to, though catalogs say them", async () => {
  const shown: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void shown.push(line) });
  const cli = async (...args: string[]) => {
    const { output } = await runCommand(world, args, { say: (line) => void shown.push(line), machine: () => machine, log: () => log });
    shown.push(output);
  };
  const machine = { host: "127.0.0.1", dataDir: folder };
  await cli("catalogs", "add", "bearer", "--uri", double.uri, "--auth-token-env", "BERGWATCH_SECRET_TOKEN");
  const oauth2 = ["--oauth2-client-id", "me", "--oauth2-client-secret-file", join(folder, "secrets/lake")];
  await cli("catalogs", "add", "oauth", "--uri", double.uri, ...oauth2);
  const keys = ["--access-key-id-env", "BERGWATCH_SECRET_ID", "--secret-access-key-env", "BERGWATCH_SECRET_TOKEN"];
  await cli(
    "catalogs",
    "add",
    "signed",
    "--uri",
    double.uri,
    "--sigv4",
    "--sigv4-service",
    "glue",
    "--sigv4-region",
    "eu-central-1",
    ...keys,
  );
  await cli("stores", "add", "s3://raw", "--endpoint", double.store.endpoint, ...keys);
  await cli("registries", "add", "token", "--url", registry.url, "--auth-token-env", "BERGWATCH_SECRET_TOKEN");
  const basic = ["--username-env", "BERGWATCH_SECRET_ID", "--password-file", join(folder, "secrets/lake")];
  await cli("registries", "add", "basic", "--url", registry.url, ...basic);
  await cli("registries", "add", "clear", "--url", `https://user:${SECRETS.variable}@registry.example.org`);
  await cli("registries", "add", "odd", "--url", registry.url, "--auth-token-env", SECRETS.variable);
  await cli("tables", "add", "of bearer", "--catalog", "bearer", "--table", "shop.orders", "--key", "order_id");
  // Secrets where references belong, and one in an address: refused without repeating them.
  await cli("catalogs", "add", "x", "--uri", `https://user:${SECRETS.variable}@lake.example.org`);
  await cli("catalogs", "add", "y", "--uri", double.uri, "--auth-token-env", SECRETS.variable);
  const clear = join(folder, "clear.yaml");
  await writeFile(clear, `catalogs: [{ name: z, uri: "${double.uri}", auth: { bearer: { token: "${SECRETS.file}" } } }]`);
  await cli("tables", "add", "--from", clear);

  await paste();
  const settings = await takeOver({ deps: { ...world.deps, log } }, folder);
  expect(settings.sources.catalogs.map(({ name }) => name)).toEqual(["bearer", "oauth", "signed"]);
  const engine = createEngine({ ...env(), dataDir: folder }, () => settings.sources);
  // A catalog that repeats what it was sent: as it is, shifted within base64, and cut short.
  double.misbehave = ({ headers, body }) => {
    const said = `${headers.authorization ?? ""} ${body}`;
    const encoded = [said, ` ${said}`, `  ${said}`].map((text) => Buffer.from(text).toString("base64"));
    return { status: 400, body: { error: { message: [said.slice(0, 24), ...encoded, said].join(" ").slice(0, 280), type: "Bad" } } };
  };
  const asking = { ...world.deps, log, asking: engine.asking, settings: () => settings };
  for (const name of ["bearer", "oauth", "signed"])
    shown.push(JSON.stringify(await engine.peekTable({ location: `catalog:${name}/shop.orders`, snapshot: { by: "current" } }, null)));
  for (const catalog of ["bearer", "oauth", "signed"]) {
    const request = await requestCatalog(world.database.db, world.deps.queue, { kind: "browse", catalog, namespace: ["shop"] });
    expect(await askCatalog(asking, { requestId: request.id })).toBe("failed");
  }
  for (const name of ["token", "basic"]) {
    const request = await requestCatalog(world.database.db, world.deps.queue, { kind: "test_registry", registry: { name } });
    expect(await askCatalog(asking, { requestId: request.id })).toBe("succeeded");
  }
  const openChannel = createOpenChannel({ configFile: join(folder, "bergwatch.yaml"), environment: {}, slackApiUrl: env().slackApiUrl });
  const sending = { ...world.deps, log, settings: () => settings, delivery: { ...world.deps.delivery, openChannel } };
  await requestTestMessage(world.database.db, world.deps.queue, {
    channel: "program",
    by: "Ada",
    now: world.clock.now,
    settings: settings.notifications,
  });
  await serveChannel(sending, "program");
  const lists = [["registries"], ["catalogs"], ["stores"], ["tables"], ["notifications", "list"], ["config", "export"]];
  for (const list of lists) await cli(...list);
  await cli("catalogs", "remove", "oauth");

  // All of it was really used, or nothing was tested.
  const sent = JSON.stringify(double.requests);
  const told = registry.requests.map(({ headers }) => headers.authorization);
  const pair = Buffer.from(`${SECRETS.id}:${SECRETS.file}`).toString("base64");
  expect(told).toEqual(expect.arrayContaining([`Bearer ${SECRETS.variable}`, `Basic ${pair}`]));
  for (const secret of Object.values(SECRETS)) expect(sent).toContain(secret);
  expect(posted).toEqual([`/${PASTED.address}`]);
  const { rows: names } = await world.database.db.execute<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', '${QUEUE_SCHEMA}') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of names) shown.push(JSON.stringify((await world.database.db.execute(`select to_jsonb(t) from ${name} t`)).rows));
  const all = shown.join("\n");
  expect(all).toContain("BERGWATCH_SECRET_TOKEN");
  expect(all).toContain('"state":"failed"');
  expect(all).toContain("secrets/pasted/channel-");
  for (const secret of [SECRETS.variable, SECRETS.file, ...Object.values(PASTED)]) {
    expect(all).not.toContain(secret.slice(0, 14));
    for (const shift of [0, 1, 2]) {
      const part = secret.slice(shift, shift + 12);
      expect(all).not.toContain(Buffer.from(part).toString("base64"));
    }
  }
});

/** A channel whose secrets were pasted into its form. */
async function paste(): Promise<void> {
  const pasted = { "webhook.url": programUrl, "webhook.secret": PASTED.signing };
  const { entry, files } = planPasted({ kind: "channel", version: null, written: { name: "program" }, pasted }, folder);
  await writePasted(files);
  const { kind, written, version } = entry;
  const change = { kind, written, version, name: "program", formerName: "program" };
  expect(await saveEntries(world.database.db, [change], { by: "Ada", now: new Date() })).toMatchObject({ saved: true });
}
