import { describe, expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";

const FILE = "/etc/bergwatch/bergwatch.yaml";

function faults(text: string): string[] {
  const loaded = loadConfig(text, { file: FILE });
  return loaded.ok ? [] : loaded.faults.map(({ line, path, message }) => `${line} ${path}: ${message}`);
}

test("catalogs and stores with all defaults applied, and a table that a catalog has", () => {
  const loaded = loadConfig(
    `catalogs:
  - { name: plain, uri: "http://localhost:8181/v1/" }
  - name: polaris
    uri: https://polaris.example.org/api/catalog
    warehouse: prod
    auth: { oauth2: { client_id: root, client_secret: { file: polaris.secret }, scope: "PRINCIPAL_ROLE:ALL" } }
    access_delegation: none
    places: [s3://lake/prod]
  - { name: glue, uri: "https://glue.eu-central-1.amazonaws.com/iceberg", warehouse: "123456789012", auth: { sigv4: { profile: data } } }
stores:
  - { scope: s3://lake, endpoint: "http://minio:9000", access_key_id: "\${ID}", secret_access_key: { env: SECRET } }
  - { region: eu-central-1 }
tables:
  - { name: orders, catalog: polaris, table: 'shop."a.b".orders', key: id }
`,
    { file: FILE },
  );
  expect(loaded.ok ? [] : loaded.faults).toEqual([]);
  if (!loaded.ok) return;
  expect(loaded.config.tables[0]?.location).toBe("catalog:polaris/shop.a%2Eb.orders");
  const { catalogs, stores } = loaded.config.service.sources;
  expect(catalogs).toEqual([
    {
      name: "plain",
      uri: "http://localhost:8181",
      warehouse: null,
      prefix: null,
      auth: { kind: "none" },
      accessDelegation: "vended-credentials",
      region: null,
      places: [],
      entered: false,
    },
    expect.objectContaining({
      auth: {
        kind: "oauth2",
        clientId: { from: "text", text: "root" },
        clientSecret: { from: "file", path: "polaris.secret" },
        scope: "PRINCIPAL_ROLE:ALL",
        tokenEndpoint: null,
      },
      accessDelegation: "none",
      places: ["s3://lake/prod"],
    }),
    expect.objectContaining({
      auth: { kind: "sigv4", service: "glue", region: "eu-central-1", credentials: { kind: "chain", profile: "data" } },
    }),
  ]);
  expect(stores).toEqual([
    {
      scope: "s3://lake",
      endpoint: "http://minio:9000",
      pathStyle: true,
      region: null,
      credentials: {
        kind: "keys",
        accessKeyId: { from: "environment", name: "ID" },
        secretAccessKey: { from: "environment", name: "SECRET" },
        sessionToken: null,
      },
      entered: false,
    },
    {
      scope: "s3://",
      endpoint: null,
      pathStyle: false,
      region: "eu-central-1",
      credentials: { kind: "chain", profile: null },
      entered: false,
    },
  ]);
});

test("stores of Google and of Azure, under one spelling", () => {
  const loaded = loadConfig(
    `tables: []
stores:
  - { scope: gcs://lake, token: "\${TOKEN}" }
  - { scope: gs://keys, access_key_id: "\${ID}", secret_access_key: "\${SECRET}" }
  - { scope: wasbs://c@acc.blob.core.windows.net/x, account_key: "\${KEY}", endpoint: "http://127.0.0.1:10000/acc" }
  - { scope: abfss://d@acc.dfs.core.windows.net, sas_token: "\${SAS}" }
  - { scope: abfss://e@acc.dfs.core.windows.net }
`,
    { file: FILE },
  );
  expect(loaded.ok ? loaded.config.service.sources.stores : loaded.faults).toEqual([
    expect.objectContaining({ scope: "gs://lake", pathStyle: true, credentials: { kind: "token", token: secret("TOKEN") } }),
    expect.objectContaining({
      credentials: { kind: "keys", accessKeyId: secret("ID"), secretAccessKey: secret("SECRET"), sessionToken: null },
    }),
    expect.objectContaining({
      scope: "abfss://c@acc.dfs.core.windows.net/x",
      endpoint: "http://127.0.0.1:10000/acc",
      credentials: { kind: "accountKey", accountKey: secret("KEY") },
    }),
    expect.objectContaining({ credentials: { kind: "sas", sasToken: secret("SAS") } }),
    expect.objectContaining({ credentials: { kind: "chain", profile: null } }),
  ]);
});

function secret(name: string): unknown {
  return { from: "environment", name };
}

const LAKE = "catalogs: [{ name: lake, uri: 'https://a.b' }]\n";
const catalog = (settings: string): string => `tables: []\ncatalogs: [{ name: lake, uri: "https://a.b", ${settings} }]`;
const store = (settings: string): string => `tables: []\nstores: [{ ${settings} }]`;
const table = (settings: string): string => `${LAKE}tables: [{ name: t, key: id, ${settings} }]`;

describe("a fault says where it stands and what to do, and shows no secret", () => {
  test.each<[string, RegExp]>([
    [table(""), /^2 tables\[0\]\.location: location is missing: .* or catalog and table/],
    [table("location: /a, catalog: lake, table: a.b"), /tables\[0\]\.location: location is given beside catalog and table/],
    [table("catalog: lake"), /tables\[0\]\.catalog: catalog is given without table/],
    [table("table: a.b"), /tables\[0\]\.table: table is given without catalog/],
    [table("catalog: lakes, table: a.b"), /tables\[0\]\.catalog: The file has no catalog "lakes": it has lake\. Did you mean lake\?/],
    [table("catalog: lake, table: orders"), /tables\[0\]\.table: "orders" names no table of a catalog/],
    [`${LAKE.replace("]", ", { name: LAKE, uri: 'https://c.d' }]")}tables: []`, /catalogs\[1\]\.name: Another catalog is called "LAKE"/],
    [catalog("auth: { bearer: { token: hunter2 } }"), /auth\.bearer\.token: Secrets are not written here/],
    [catalog("auth: { bearer: { token: '${A}' }, sigv4: { region: r, service: s } }"), /auth: bearer and sigv4 are both given/],
    [catalog("auth: { sigv4: {} }"), /auth\.sigv4: The address does not say what requests are signed for: name service and region/],
    [catalog("auth: { sigv4: { service: s, region: r, access_key_id: '${A}' } }"), /access_key_id is given without secret_access_key/],
    [catalog("auth: basic"), /auth: Expected the word none/],
    [catalog("tokne: 1"), /The key "tokne" is not known here/],
    ["tables: []\ncatalogs: [{ name: a/b, uri: 'https://a.b' }]", /name: "a\/b" is not a valid name of a catalog/],
    ["tables: []\ncatalogs: [{ name: a, uri: 'https://me:hunter2@a.b' }]", /uri: The address holds a user or a password/],
    ["tables: []\ncatalogs: [{ name: a, uri: 'ftp://hunter2' }]", /uri: The address is not a web address/],
    ["tables: []\ncatalogs: [{ name: a, uri: 'https://a.b?token=hunter2' }]", /uri: The address has a part behind \?/],
    [store("scope: /lake"), /scope: "\/lake" is not a place in a store/],
    [store("endpoint: 'https://a.b/c'"), /endpoint: The endpoint has a path/],
    [store("anonymous: true, profile: p"), /anonymous: anonymous is true, and credentials are given/],
    [store("session_token: '${A}'"), /session_token is given without/],
    [store("access_key_id: '${A}', secret_access_key: hunter2"), /Secrets are not written here/],
    [store("scope: 'abfss://lake/x', sas_token: '${A}'"), /scope: "abfss:\/\/lake\/x" is not a place in a store.*container@account/],
    [store("scope: 'gs://lake'"), /scope: Google's credentials of this machine are not used.*HMAC key/],
    [store("scope: 'gs://lake', token: '${A}', region: eu"), /region: region says nothing to a store of Google Cloud Storage/],
    [store("scope: 's3://lake', sas_token: '${A}'"), /sas_token: sas_token says nothing to a store of S3/],
    [store("scope: 'gs://lake', token: hunter2"), /token: Secrets are not written here/],
    [
      store("scope: 'gs://lake', token: '${A}', access_key_id: '${A}', secret_access_key: '${B}'"),
      /access_key_id and token are both given/,
    ],
    [
      store("scope: 'abfss://c@acc.dfs.core.windows.net', endpoint: 'http://127.0.0.1:10000/acc'"),
      /endpoint: Azure's credentials of this machine open only Azure's addresses.*account_key or sas_token/,
    ],
    [
      "tables: []\nstores: [{ scope: 'abfss://c@a.dfs.core.windows.net' }, { scope: 'wasbs://c@a.blob.core.windows.net' }]",
      /stores\[1\]: Another store has the scope wasbs:/,
    ],
    ["tables: []\nstores: [{ scope: s3://a }, { scope: s3://a }]", /stores\[1\]: Another store has the scope s3:\/\/a/],
  ])("%s", (text, fault) => {
    const found = faults(text);
    expect(found).toEqual([expect.stringMatching(fault)]);
    expect(found.join("\n")).not.toContain("hunter2");
  });
});
