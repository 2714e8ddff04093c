import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { QUEUE_SCHEMA } from "#db/queue.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { createEngine } from "#jobs/deps.ts";
import { askCatalog } from "#jobs/tasks/ask-catalog.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { takeOver } from "#jobs/testing/take-over.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { env } from "#lib/env.ts";
import { RegistryDouble } from "#lib/testing/registry-double.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

const SECRETS = { variable: "token-in-a-variable-77", file: "secret-in-a-file-88", id: "id-in-a-variable-99" };

let world: TaskWorld;
let folder = "";
let double: CatalogDouble;
let registry: RegistryDouble;
beforeAll(async () => {
  world = await createTaskWorld();
  folder = await mkdtemp(join(tmpdir(), "bergwatch-secrets-"));
  double = await CatalogDouble.start({ tables: [aCatalogTable()] });
  registry = await RegistryDouble.start();
  // It says again what it was sent: as the name of a key's subject.
  registry.says = ({ authorization }) => ({ json: [`${authorization ?? ""}-key`] });
  await mkdir(join(folder, "secrets"));
  await writeFile(join(folder, "secrets/lake"), `${SECRETS.file}\n`);
  vi.stubEnv("BERGWATCH_SECRET_TOKEN", SECRETS.variable);
  vi.stubEnv("BERGWATCH_SECRET_ID", SECRETS.id);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await double.close();
  await registry.close();
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
  for (const list of [["registries"], ["catalogs"], ["stores"], ["tables"], ["config", "export"]]) await cli(...list);
  await cli("catalogs", "remove", "oauth");

  // All of it was really used, or nothing was tested.
  const sent = JSON.stringify(double.requests);
  const told = registry.requests.map(({ headers }) => headers.authorization);
  const pair = Buffer.from(`${SECRETS.id}:${SECRETS.file}`).toString("base64");
  expect(told).toEqual(expect.arrayContaining([`Bearer ${SECRETS.variable}`, `Basic ${pair}`]));
  for (const secret of Object.values(SECRETS)) expect(sent).toContain(secret);
  const { rows: names } = await world.database.db.execute<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', '${QUEUE_SCHEMA}') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of names) shown.push(JSON.stringify((await world.database.db.execute(`select to_jsonb(t) from ${name} t`)).rows));
  const all = shown.join("\n");
  expect(all).toContain("BERGWATCH_SECRET_TOKEN");
  expect(all).toContain('"state":"failed"');
  for (const secret of [SECRETS.variable, SECRETS.file]) {
    expect(all).not.toContain(secret.slice(0, 14));
    for (const shift of [0, 1, 2]) {
      const part = secret.slice(shift, shift + 12);
      expect(all).not.toContain(Buffer.from(part).toString("base64"));
    }
  }
});
