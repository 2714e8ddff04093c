import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { StoreSettings } from "#lib/contracts/source-settings.ts";
import { allVariables, env } from "#lib/env.ts";
import type { Facts, ReaderLimits } from "#lib/iceberg/contract.ts";
import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret } from "#lib/testing/catalog-settings.ts";
import { someRequest } from "#lib/testing/facts.ts";

const LIMITS: ReaderLimits = { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 120_000, threads: 2 };

let folder = "";
const open: CatalogDouble[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-store-"));
});
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("a table named by its place in a store is opened with what the machine has", () => {
  const LOCATION = "s3://lake/shop.db/orders/metadata/v6.metadata.json";

  async function readAlone(
    profile: string | null,
    variables: (key: Record<string, string>) => Promise<Record<string, string>>,
  ): Promise<Facts> {
    const double = await CatalogDouble.start({ tables: [aCatalogTable()] });
    open.push(double);
    const key = double.store.vend("eu-central-1");
    const store = { scope: "s3://lake", endpoint: double.store.endpoint, pathStyle: true, region: "eu-central-1", entered: false };
    const stores: StoreSettings[] = [{ ...store, credentials: { kind: "chain", profile } }];
    const sources = new Sources({ settings: () => ({ catalogs: [], stores }), readSecret: nameIsSecret });
    const { extensionDir: extensionDirectory, extensionRepository } = env();
    const nothing = { AWS_CONFIG_FILE: join(folder, "no-config"), AWS_SHARED_CREDENTIALS_FILE: join(folder, "no-credentials") };
    const environment = { ...allVariables(), AWS_EC2_METADATA_DISABLED: "true", ...nothing, ...(await variables(key)) };
    const findAccess = async (location: string, signal: AbortSignal) => await sources.findAccess(location, signal);
    const options = { limits: LIMITS, extensionDirectory, extensionRepository, dataDirectory: folder, environment, findAccess };
    return await createReaderPool(options).ask("facts")(someRequest({ location: LOCATION, key: ["order_id"] }));
  }

  test("the environment", async () => {
    const facts = await readAlone(null, async (key) => {
      return await Promise.resolve({
        AWS_ACCESS_KEY_ID: key["s3.access-key-id"] ?? "",
        AWS_SECRET_ACCESS_KEY: key["s3.secret-access-key"] ?? "",
        AWS_SESSION_TOKEN: key["s3.session-token"] ?? "",
      });
    });
    expect(facts.keyProfile.rows).toBe(11);
  });

  test("a profile", async () => {
    const facts = await readAlone("analytics", async (key) => {
      const file = join(folder, "credentials");
      const lines = ["aws_access_key_id", "aws_secret_access_key", "aws_session_token"].map(
        (name) => `${name} = ${key[name.replace("aws_", "s3.").replaceAll("_", "-")] ?? ""}`,
      );
      await writeFile(file, ["[analytics]", ...lines, ""].join("\n"));
      return { AWS_SHARED_CREDENTIALS_FILE: file };
    });
    expect(facts.keyProfile.rows).toBe(11);
  });

  test("nothing, which is told with the mend", async () => {
    await expect(readAlone("nobody", async () => await Promise.resolve({}))).rejects.toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/no AWS credentials for the profile nobody to open s3:\/\/lake.*stores/s),
    });
  });
});
