/** How files of object stores are opened in one reading, with the secrets themselves: crosses to the reader process and goes nowhere else. */
export interface StoreSecret {
  /** `s3://…`, `gs://…` or `abfss://…`, as `unifyScheme` writes them: what lies below it is opened so; of several the longest counts. */
  scope: string;
  /** `http(s)://host[:port]`, of Azure with a path; null: the provider's own. */
  endpoint: string | null;
  pathStyle: boolean;
  region: string | null;
  credentials:
    | { kind: "keys"; accessKeyId: string; secretAccessKey: string; sessionToken: string | null }
    | { kind: "chain"; profile: string | null }
    | { kind: "token"; token: string }
    | { kind: "accountKey"; accountKey: string }
    | { kind: "sas"; sasToken: string }
    | { kind: "none" };
}

/** Where the files of one table may lie. */
export interface Places {
  /** `any`: the table was named by a path of this machine. Else folders, absolute. */
  local: "any" | string[];
  /** Prefixes such as `s3://lake/orders`. */
  remote: string[];
}

export interface StoreAccess {
  /** The table's newest metadata file by its catalog; null: the location itself says. */
  metadataFile: string | null;
  secrets: StoreSecret[];
  places: Places;
  /** `the table shop.orders of the catalog lake`; null: the location says it. */
  subject: string | null;
}

/** Every value of an access that no message may show. */
export function secretValues({ secrets }: Pick<StoreAccess, "secrets">): string[] {
  return secrets.flatMap(({ credentials }) => {
    if (credentials.kind === "keys")
      return [credentials.secretAccessKey, ...(credentials.sessionToken === null ? [] : [credentials.sessionToken])];
    if (credentials.kind === "token") return [credentials.token];
    if (credentials.kind === "accountKey") return [credentials.accountKey];
    return credentials.kind === "sas" ? [credentials.sasToken, ...signatureOf(credentials.sasToken)] : [];
  });
}

/** Of a token that is the query of an address, the part that opens: addresses may write the query anew. */
function signatureOf(sasToken: string): string[] {
  const signature = new URLSearchParams(sasToken).get("sig");
  return signature === null ? [] : [signature];
}
