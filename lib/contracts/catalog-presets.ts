/**
 * What products that speak Iceberg's REST protocol want of whoever asks them: the shape of their address, and how they learn who asks. The one
 * place for it; docs/how-to/catalogs.md tells the same of each.
 */

export const CATALOG_PROOFS = ["none", "bearer", "oauth2", "sigv4"] as const;
export type CatalogProof = (typeof CATALOG_PROOFS)[number];

export interface CatalogPreset {
  /** In addresses of pages. */
  id: string;
  /** As docs/how-to/catalogs.md lists it. */
  product: string;
  /** `<…>` stands for what only the person knows. */
  uri: string;
  /** What `warehouse` says there, in the middle of a sentence; null: it wants none. */
  warehouse: string | null;
  proof: CatalogProof;
  /** Of OAuth2, where it is not the default. */
  scope: string | null;
  /** Of OAuth2, where it is not the catalog's own. */
  tokenEndpoint: string | null;
  /** What one has to have and to know, in sentences. */
  needs: string;
}

export const CATALOG_PRESETS: readonly CatalogPreset[] = [
  {
    id: "rest",
    product: "Apache's REST server",
    uri: "http://<host>:8181",
    warehouse: null,
    proof: "none",
    scope: null,
    tokenEndpoint: null,
    needs: "No authentication and no vended credentials: add a store for its files.",
  },
  {
    id: "polaris",
    product: "Polaris",
    uri: "https://<host>/api/catalog",
    warehouse: "the catalog’s name in Polaris, in its case",
    proof: "oauth2",
    scope: "PRINCIPAL_ROLE:ALL",
    tokenEndpoint: null,
    needs: "A principal’s client id and secret, with a role that may read the tables’ properties and data.",
  },
  {
    id: "snowflake",
    product: "Snowflake Open Catalog",
    uri: "https://<account>.snowflakecomputing.com/polaris/api/catalog",
    warehouse: "the catalog’s name, in its case",
    proof: "oauth2",
    scope: "PRINCIPAL_ROLE:ALL",
    tokenEndpoint: null,
    needs: "A service connection’s client id and secret, with a principal role that may read the tables.",
  },
  {
    id: "unity",
    product: "Unity Catalog",
    uri: "https://<workspace>/api/2.1/unity-catalog/iceberg-rest",
    warehouse: "the catalog’s name in Unity",
    proof: "oauth2",
    scope: "all-apis",
    tokenEndpoint: "https://<workspace>/oidc/v1/token",
    needs:
      "A service principal’s OAuth secret (or a personal token: choose Token), the privilege EXTERNAL USE SCHEMA, and external access switched on in the metastore.",
  },
  {
    id: "lakekeeper",
    product: "Lakekeeper",
    uri: "https://<host>/catalog",
    warehouse: "the warehouse’s name, or <project id>/<name>",
    proof: "oauth2",
    scope: "lakekeeper",
    tokenEndpoint: "https://<identity provider>/realms/<realm>/protocol/openid-connect/token",
    needs: "A client of your identity provider, whose token endpoint and scope these are; the warehouse has to vend credentials.",
  },
  {
    id: "nessie",
    product: "Nessie",
    uri: "http://<host>:19120/iceberg",
    warehouse: "the warehouse’s name, or nothing for the default one",
    proof: "bearer",
    scope: null,
    tokenEndpoint: null,
    needs: "A token, or OAuth2 of your identity provider, or nothing where authentication is off. Request signing has to be off.",
  },
  {
    id: "seaweedfs",
    product: "SeaweedFS",
    uri: "http://<host>:<port of -s3.port.iceberg>",
    warehouse: "the table bucket, as s3://<table bucket>",
    proof: "oauth2",
    scope: null,
    tokenEndpoint: null,
    needs: "An access key of its S3 gateway: the id is the client id, the secret key the client secret. Name its store too.",
  },
  {
    id: "tableflow",
    product: "Confluent Tableflow",
    uri: "https://tableflow.<region>.aws.confluent.cloud/iceberg/catalog/organizations/<id>/environments/<id>",
    warehouse: null,
    proof: "oauth2",
    scope: null,
    tokenEndpoint: null,
    needs:
      "A Tableflow API key: the key is the client id, its secret the client secret. A namespace is a Kafka cluster’s id, a table a topic.",
  },
  {
    id: "glue",
    product: "AWS Glue",
    uri: "https://glue.<region>.amazonaws.com/iceberg",
    warehouse: "the account’s number, such as 123456789012, or <account>:s3tablescatalog/<bucket>",
    proof: "sigv4",
    scope: null,
    tokenEndpoint: null,
    needs: "AWS credentials that may read Glue’s databases and tables, and the buckets unless Lake Formation vends credentials.",
  },
  {
    id: "s3tables",
    product: "Amazon S3 Tables",
    uri: "https://s3tables.<region>.amazonaws.com/iceberg",
    warehouse: "the table bucket’s ARN, arn:aws:s3tables:…",
    proof: "sigv4",
    scope: null,
    tokenEndpoint: null,
    needs: "AWS credentials that may read the table bucket: s3tables:GetTable, GetTableMetadataLocation, GetTableData and the lists.",
  },
];

/** The preset of that id; null for none, which is any other catalog. Pure. */
export function findPreset(id: string | null): CatalogPreset | null {
  return CATALOG_PRESETS.find((preset) => preset.id === id) ?? null;
}
