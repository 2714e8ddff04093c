import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { SignatureV4 } from "@smithy/signature-v4";
import type { CatalogAuth, GivenText } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { Authorizer, ReadSecret } from "#lib/iceberg/catalog/authorizer.ts";

type Bytes = ArrayBuffer | ArrayBufferView | string;

/** Node's SHA-256 in the shape that the signer wants. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: Bytes) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }

  update(data: Bytes): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return await Promise.resolve(new Uint8Array(this.#hash.digest()));
  }

  reset(): void {}
}

function bytesOf(data: Bytes): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}

/** Signs requests as AWS wants them (Signature Version 4). Loaded only where it is used: it brings AWS's ways to find credentials. */
export function sigv4Authorizer(
  auth: Extract<CatalogAuth, { kind: "sigv4" }>,
  readSecret: ReadSecret<GivenText>,
  secrets: Set<string>,
): Authorizer {
  const { credentials } = auth;
  const mend = "check the AWS credentials, their rights, and service and region of the signature.";
  const chain = credentials.kind === "chain" ? defaultProvider(credentials.profile === null ? {} : { profile: credentials.profile }) : null;
  const provide = async () => {
    if (credentials.kind === "keys") {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      return {
        accessKeyId: await readSecret(accessKeyId),
        secretAccessKey: await readSecret(secretAccessKey),
        ...(sessionToken !== null && { sessionToken: await readSecret(sessionToken) }),
      };
    }
    if (chain === null) throw new Error("a chain of credentials is there where no keys are");
    const found = await chain().catch((cause: unknown) => {
      const profile = credentials.profile === null ? "" : ` for the profile ${credentials.profile}`;
      throw new AppError(
        "catalog_refused",
        `This machine has no AWS credentials${profile}: neither environment, profile, web identity nor a role of container or instance gives any. Provide them, or name access_key_id and secret_access_key.`,
        { cause },
      );
    });
    for (const value of [found.secretAccessKey, found.sessionToken]) if (value !== undefined) secrets.add(value);
    return found;
  };
  const signer = new SignatureV4({ service: auth.service, region: auth.region, sha256: Sha256, credentials: provide, applyChecksum: true });
  return {
    mend,
    prove: async ({ method, url, headers }) => {
      const signed = await signer.sign({
        method,
        protocol: url.protocol,
        hostname: url.hostname,
        ...(url.port !== "" && { port: Number(url.port) }),
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: { ...headers, host: url.host },
      });
      const { host: _, ...rest } = signed.headers;
      return rest;
    },
    renew: () => credentials.kind === "keys",
  };
}
