import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#e2e/helpers/service.ts";
import { CACHE, type Running, runProgram } from "#e2e/integration/programs.ts";
import type { S3Store } from "#e2e/integration/s3-store.ts";

const POM = join(import.meta.dirname, "rest-catalog/pom.xml");

/** Apache's own REST catalog server over a store, empty; its address. Jars are fetched once. Throws Skipped without Java 17 and Maven. */
export async function startRestCatalog(running: Running, store: S3Store, folder: string): Promise<string> {
  const classpath = join(CACHE, "rest-catalog-1.11.0.classpath");
  await mkdir(CACHE, { recursive: true });
  await mkdir(folder, { recursive: true });
  await runProgram("java", ["-version"]);
  if (!existsSync(classpath))
    await runProgram(
      "mvn",
      ["-q", "-B", "-Dstyle.color=never", "-f", POM, "dependency:build-classpath", `-Dmdep.outputFile=${classpath}`],
      {
        doing: "fetching the jars of Apache's REST catalog",
      },
    );
  const port = await freePort();
  const uri = `http://127.0.0.1:${port}`;
  const env = {
    CATALOG_REST_PORT: String(port),
    CATALOG_WAREHOUSE: "s3://lake/warehouse",
    CATALOG_CATALOG__IMPL: "org.apache.iceberg.jdbc.JdbcCatalog",
    CATALOG_URI: `jdbc:sqlite:${join(folder, "catalog.db")}`,
    CATALOG_JDBC_USER: "u",
    CATALOG_JDBC_PASSWORD: "p",
    CATALOG_IO__IMPL: "org.apache.iceberg.aws.s3.S3FileIO",
    CATALOG_S3_ENDPOINT: store.endpoint,
    CATALOG_S3_PATH__STYLE__ACCESS: "true",
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    AWS_REGION: store.region,
  };
  const jars = (await readFile(classpath, "utf8")).trim();
  const args = ["-XX:+UseSerialGC", "-Xmx512m", "-cp", jars, "org.apache.iceberg.rest.RESTCatalogServer"];
  await running.start("rest-catalog", "java", args, env, `${uri}/v1/config`);
  return uri;
}

/** Where a catalog is asked to take tables. */
export interface CatalogAddress {
  uri: string;
  /** Behind `/v1/`, with a slash at its end. */
  prefix: string;
  /** The proof of who asks, fresh for each request. */
  headers: () => Promise<Record<string, string>>;
}

/** Makes a namespace and registers tables in it by their metadata files; a table that the catalog does not take is left out. Out: the names it took. */
export async function registerTables(
  { uri, prefix, headers }: CatalogAddress,
  namespace: readonly string[],
  tables: readonly { name: string; metadataFile: string }[],
): Promise<Set<string>> {
  const root = `${uri}/v1/${prefix}namespaces`;
  for (let levels = 1; levels <= namespace.length; levels++) await post(root, headers, { namespace: namespace.slice(0, levels) });
  const config = (await (await fetch(`${uri}/v1/config`, { headers: await headers() })).json()) as { overrides?: Record<string, string> };
  const path = namespace.map(encodeURIComponent).join(config.overrides?.["namespace-separator"] ?? "%1F");
  const taken = new Set<string>();
  for (const { name, metadataFile } of tables) {
    const status = await post(`${root}/${path}/register`, headers, { name, "metadata-location": metadataFile });
    if (status === 200) taken.add(name);
  }
  return taken;
}

async function post(url: string, headers: CatalogAddress["headers"], body: unknown): Promise<number> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...(await headers()), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.text();
  return answer.status;
}

function tableUrl(uri: string, prefix: string, namespace: string, table: string): string {
  return `${uri}/v1/${prefix}namespaces/${encodeURIComponent(namespace)}/tables/${encodeURIComponent(table)}`;
}

/** A table's metadata as the catalog tells it; ids of snapshots, which have 64 bits, are text. */
export async function readTable<T>({ uri, prefix, headers }: CatalogAddress, namespace: string, table: string): Promise<T> {
  const answer = await fetch(tableUrl(uri, prefix, namespace, table), { headers: await headers() });
  const text = (await answer.text()).replaceAll(/"((?:current-|parent-)?snapshot-id)"\s*:\s*(\d+)/g, '"$1":"$2"');
  if (!answer.ok) throw new Error(`the catalog does not tell of ${table}: ${answer.status} ${text}`);
  return (JSON.parse(text) as { metadata: T }).metadata;
}

/** A commit through the catalog: what an older snapshot held becomes the newest one, as a repair does. Out: the new snapshot's id. */
export async function commitSnapshot({ uri, prefix, headers }: CatalogAddress, namespace: string, table: string): Promise<string> {
  const url = tableUrl(uri, prefix, namespace, table);
  const metadata = await readTable<{
    "current-snapshot-id": string;
    "last-sequence-number": number;
    snapshots: Record<string, unknown>[];
  }>({ uri, prefix, headers }, namespace, table);
  const former = metadata["current-snapshot-id"];
  const older = metadata.snapshots.find((snapshot) => snapshot["snapshot-id"] !== former);
  if (older === undefined) throw new Error(`${table} has one snapshot only`);
  const id = String(BigInt(former) + 1n);
  const snapshot = {
    ...older,
    "snapshot-id": id,
    "parent-snapshot-id": former,
    "sequence-number": metadata["last-sequence-number"] + 1,
    "timestamp-ms": Date.now(),
  };
  const updates = [
    { action: "add-snapshot", snapshot },
    { action: "set-snapshot-ref", "ref-name": "main", type: "branch", "snapshot-id": id },
  ];
  const body = JSON.stringify({ requirements: [], updates }).replaceAll(/"((?:parent-)?snapshot-id)":"(\d+)"/g, '"$1":$2');
  const answer = await fetch(url, { method: "POST", headers: { ...(await headers()), "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(`the commit to ${table} is refused: ${answer.status} ${await answer.text()}`);
  return id;
}
