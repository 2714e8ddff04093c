import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#e2e/helpers/service.ts";
import { shell } from "#e2e/helpers/shell.ts";
import { CACHE, type Running, runProgram, Skipped } from "#e2e/integration/programs.ts";
import type { S3Store } from "#e2e/integration/s3-store.ts";

const TRINO_VERSION = "483";
const SOURCES = join(import.meta.dirname, "trino");
const JAVA_MIN = 25;
const JVM_FOLDERS = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines"];
const READY_MS_MAX = 180_000;
const ASK_MS_MAX = 180_000;
const USER = { "x-trino-user": "witness" };

/** A statement that Trino refused or could not finish; the message is Trino's. */
export class TrinoRefusal extends Error {}

/** A Trino server that runs. */
export interface Trino {
  /** The rows of a statement's answer. Throws TrinoRefusal when Trino gives none. */
  ask: (statement: string) => Promise<unknown[][]>;
  /** Of Trino and of the Iceberg library in it, by the names of their jars. */
  versions: { trino: string; iceberg: string };
  end: () => Promise<void>;
}

/**
 * Trino with its Iceberg connector alone, as the catalog `lake` reads from a REST catalog over a store; ready to be asked. Its jars are fetched once.
 * Throws Skipped without Maven and a JDK that is new enough.
 */
export async function startTrino(running: Running, catalogUri: string, store: S3Store, folder: string): Promise<Trino> {
  const java = await findJava();
  const jars = await fetchTrino();
  const port = await freePort();
  await mkdir(join(folder, "catalogs"), { recursive: true });
  await mkdir(join(folder, "data"), { recursive: true });
  await writeFile(join(folder, "config.properties"), lines(serverConfig(port, jars, folder)));
  await writeFile(join(folder, "catalogs/lake.properties"), lines(lakeConfig(catalogUri, store)));
  const heap = ["-Xmx1200m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
  // What Trino's own launcher asks of Java as well.
  const needed = ["-Djdk.attach.allowAttachSelf=true", "--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector"];
  const places = [`-Dnode.data-dir=${join(folder, "data")}`, `-Dconfig=${join(folder, "config.properties")}`];
  const start = ["-cp", join(jars, "lib", "*"), ...places, join(SOURCES, "StartTrino.java"), TRINO_VERSION];
  const env = { WITNESS_STORE_ID: store.accessKeyId, WITNESS_STORE_SECRET: store.secretAccessKey };
  const address = `http://127.0.0.1:${port}`;
  const end = await running.start("trino", java, [...heap, ...needed, ...start], env, `${address}/v1/info`);
  const versions = {
    trino: await versionOf(join(jars, "lib"), "trino-main"),
    iceberg: await versionOf(join(jars, "plugins/iceberg"), "iceberg-core"),
  };
  const trino = { ask: async (statement: string) => await askTrino(address, statement), versions, end };
  await untilReady(trino);
  return trino;
}

/** The `java` of a JDK that Trino runs on. */
async function findJava(): Promise<string> {
  const { JAVA_HOME } = shell();
  const folders = await Promise.all(
    JVM_FOLDERS.map(async (folder) =>
      (await readdir(folder).catch(() => [])).flatMap((name) => [join(folder, name), join(folder, name, "Contents/Home")]),
    ),
  );
  for (const home of [JAVA_HOME ?? "", ...folders.flat()]) {
    const release = home === "" ? "" : await readFile(join(home, "release"), "utf8").catch(() => "");
    const version = Number(/^JAVA_VERSION="(\d+)/m.exec(release)?.[1] ?? 0);
    if (version >= JAVA_MIN && existsSync(join(home, "bin/javac"))) return join(home, "bin/java");
  }
  throw new Skipped(
    `Trino ${TRINO_VERSION} needs a JDK of Java ${JAVA_MIN} or newer: there is none in JAVA_HOME or in ${JVM_FOLDERS.join(" or ")}`,
  );
}

/** A folder with the server's jars in `lib` and the connector's in `plugins/iceberg`. */
async function fetchTrino(): Promise<string> {
  const place = join(CACHE, `trino-${TRINO_VERSION}`);
  if (existsSync(place)) return place;
  const unfinished = `${place}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  for (const [part, folder, doing] of [
    ["trino-main", "lib", "fetching the jars of Trino's server (220 MB)"],
    ["trino-iceberg", "plugins/iceberg", "fetching the jars of Trino's Iceberg connector (210 MB)"],
  ] as const) {
    const settings = [`-Dtrino.part=${part}`, `-Dtrino.version=${TRINO_VERSION}`, "-DincludeScope=runtime"];
    const into = `-DoutputDirectory=${join(unfinished, folder)}`;
    await runProgram("mvn", ["-q", "-B", "-f", join(SOURCES, "pom.xml"), "dependency:copy-dependencies", ...settings, into], { doing });
  }
  // Trino's build writes this file into the plugin that it packs; the jar itself has none.
  const services = join(unfinished, "plugins/iceberg/services/META-INF/services");
  await mkdir(services, { recursive: true });
  await writeFile(join(services, "io.trino.spi.Plugin"), "io.trino.plugin.iceberg.IcebergPlugin\n");
  await rename(unfinished, place);
  return place;
}

async function versionOf(folder: string, artifact: string): Promise<string> {
  const versions = (await readdir(folder)).flatMap((file) =>
    file.startsWith(`${artifact}-`) ? [file.slice(artifact.length + 1, -".jar".length)] : [],
  );
  const [version] = versions;
  if (version === undefined || versions.length > 1) throw new Error(`${folder} holds ${versions.length} jars of ${artifact}`);
  return version;
}

function serverConfig(port: number, jars: string, folder: string): Record<string, string> {
  return {
    "node.environment": "witness",
    "node.id": "witness",
    "node.bind-ip": "127.0.0.1",
    "node.internal-address": "127.0.0.1",
    "log.path": join(folder, "data/server.log"),
    coordinator: "true",
    "node-scheduler.include-coordinator": "true",
    "http-server.http.port": String(port),
    "discovery.uri": `http://127.0.0.1:${port}`,
    "catalog.config-dir": join(folder, "catalogs"),
    "plugin.dir": join(jars, "plugins"),
    "query.max-memory": "400MB",
    "query.max-memory-per-node": "400MB",
    "memory.heap-headroom-per-node": "250MB",
    "web-ui.enabled": "false",
  };
}

function lakeConfig(catalogUri: string, store: S3Store): Record<string, string> {
  return {
    "connector.name": "iceberg",
    "iceberg.catalog.type": "rest",
    "iceberg.rest-catalog.uri": catalogUri,
    "fs.hadoop.enabled": "false",
    "fs.native-s3.enabled": "true",
    "s3.endpoint": store.endpoint,
    "s3.region": store.region,
    "s3.path-style-access": "true",
    "s3.aws-access-key": "${ENV:WITNESS_STORE_ID}",
    "s3.aws-secret-key": "${ENV:WITNESS_STORE_SECRET}",
  };
}

function lines(properties: Readonly<Record<string, string>>): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/** It answers before it can read: until then every statement is refused. */
async function untilReady({ ask }: Trino): Promise<void> {
  for (const until = Date.now() + READY_MS_MAX; ;) {
    try {
      await ask("SELECT count(*) FROM lake.information_schema.schemata");
      return;
    } catch (error) {
      if (!(error instanceof TrinoRefusal) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

interface Answer {
  data?: unknown[][];
  nextUri?: string;
  error?: { message: string; failureInfo?: Failure };
}

interface Failure {
  message?: string;
  cause?: Failure;
}

/** By Trino's client protocol: the statement is posted once, then its pages are followed to the last. */
async function askTrino(address: string, statement: string): Promise<unknown[][]> {
  const until = AbortSignal.timeout(ASK_MS_MAX);
  const rows: unknown[][] = [];
  let answer = await read(`${address}/v1/statement`, { method: "POST", headers: USER, body: statement, signal: until });
  for (;;) {
    rows.push(...(answer.data ?? []));
    if (answer.error !== undefined) throw new TrinoRefusal(whyOf(answer.error));
    if (answer.nextUri === undefined) return rows;
    answer = await read(answer.nextUri, { headers: USER, signal: until });
  }
}

/** Trino's message with those of its causes, which alone may name what is wrong. */
function whyOf({ message, failureInfo }: NonNullable<Answer["error"]>): string {
  const said = [message];
  for (let failure = failureInfo; failure !== undefined; failure = failure.cause)
    if (failure.message !== undefined && !said.includes(failure.message)) said.push(failure.message);
  return said.join(", because: ");
}

async function read(url: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(url, request);
  const text = await answer.text();
  if (!answer.ok) throw new TrinoRefusal(`${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}
