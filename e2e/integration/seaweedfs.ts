import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#e2e/helpers/service.ts";
import { CACHE, type Running, runProgram } from "#e2e/integration/programs.ts";
import type { CatalogAddress } from "#e2e/integration/rest-catalog.ts";
import type { S3Store } from "#e2e/integration/s3-store.ts";

const VERSION = "v0.0.0-20261109003541-7506e5f91cd6";
const KEYS = { accessKeyId: "integration", secretAccessKey: "integration-secret-key", region: "us-east-1" };
/** So that a service that polls for longer has to fetch a new one. */
const TOKEN_SECONDS = "20";
/** `go install` is refused for a module whose go.mod replaces others, so it is built as a part of a module of its own. */
const TOOLS = `//go:build tools\n\npackage tools\n\nimport _ "github.com/seaweedfs/seaweedfs/weed"\n`;
const ROLE = "arn:aws:iam::role/Vendor";
/** The role that the catalog takes on to hand out credentials to one table. */
const IAM = {
  sts: {
    tokenDuration: "1h",
    maxSessionLength: "12h",
    issuer: "seaweedfs-sts",
    signingKey: Buffer.alloc(32, "integration").toString("base64"),
  },
  policy: { defaultEffect: "Deny", storeType: "memory" },
  roles: [
    {
      roleName: "Vendor",
      roleArn: ROLE,
      trustPolicy: {
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Principal: { Federated: "iceberg-catalog" }, Action: ["sts:AssumeRoleWithCredentials"] }],
      },
      attachedPolicies: ["Read"],
    },
  ],
  policies: [
    {
      name: "Read",
      document: { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: ["s3:Get*", "s3:List*"], Resource: ["*"] }] },
    },
  ],
};

/**
 * SeaweedFS: an S3 store and a REST catalog with OAuth2, tokens of 20 seconds and vended credentials, in one program. Built once (a quarter of
 * an hour). Throws Skipped without Go.
 */
export async function startSeaweedFs(running: Running, folder: string): Promise<{ store: S3Store; catalog: CatalogAddress }> {
  const place = join(CACHE, "seaweedfs-20261109");
  const program = join(place, "weed");
  if (!existsSync(program)) await build(place);
  const [port, catalogPort] = [await freePort(), await freePort()];
  await mkdir(folder, { recursive: true });
  const iam = join(folder, "iam.json");
  await writeFile(iam, JSON.stringify(IAM));
  const ports = [`-s3.port=${port}`, `-s3.port.iceberg=${catalogPort}`, "-s3.port.lance=0", "-webdav=false"];
  const vending = [`-s3.iam.config=${iam}`, `-s3.iceberg.credentialRole=${ROLE}`];
  const args = [
    "mini",
    `-dir=${folder}`,
    "-ip=127.0.0.1",
    "-ip.bind=127.0.0.1",
    ...ports,
    ...vending,
    "-tableBucket=lake",
    "-bucket=plain",
  ];
  const uri = `http://127.0.0.1:${catalogPort}`;
  const env = {
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    ICEBERG_OAUTH_TOKEN_EXPIRY: TOKEN_SECONDS,
  };
  await running.start("seaweedfs", program, args, env, `${uri}/v1/config`);
  const headers = async (): Promise<Record<string, string>> => ({ authorization: `Bearer ${await fetchToken(uri)}` });
  // The table bucket is made last; whoever puts a file there before makes a plain one of it.
  for (const until = Date.now() + 60_000; (await fetch(`${uri}/v1/lake/namespaces`, { headers: await headers() })).status !== 200;) {
    if (Date.now() > until) throw new Error("SeaweedFS makes no table bucket");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { store: { endpoint: `http://127.0.0.1:${port}`, ...KEYS }, catalog: { uri, prefix: "lake/", headers } };
}

async function build(place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "tools.go"), TOOLS);
  const doing = "building SeaweedFS (a quarter of an hour)";
  const go = async (args: readonly string[]): Promise<void> =>
    await runProgram("go", args, { cwd: place, env: { CGO_ENABLED: "0" }, doing });
  if (!existsSync(join(place, "go.mod"))) await go(["mod", "init", "seaweedfs-for-tests"]);
  await go(["get", `github.com/seaweedfs/seaweedfs@${VERSION}`]);
  await go(["mod", "tidy", "-e"]);
  // A build that is broken off leaves no half program behind.
  await go(["build", "-ldflags", "-s -w", "-o", "weed.new", "github.com/seaweedfs/seaweedfs/weed"]);
  await rename(join(place, "weed.new"), join(place, "weed"));
}

/** The store behind the catalog comes up after its port. */
async function fetchToken(uri: string): Promise<string> {
  const { accessKeyId, secretAccessKey } = KEYS;
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: accessKeyId,
    client_secret: secretAccessKey,
    scope: "catalog",
  });
  for (const until = Date.now() + 60_000; ;) {
    const answer = await fetch(`${uri}/v1/oauth/tokens`, { method: "POST", body });
    const said = (await answer.json().catch(() => ({}))) as { access_token?: string };
    if (said.access_token !== undefined) return said.access_token;
    if (Date.now() > until) throw new Error(`SeaweedFS gives no token: ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
