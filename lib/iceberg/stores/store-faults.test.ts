import { describe, expect, test } from "vitest";
import { storeFault } from "#lib/iceberg/stores/store-faults.ts";

const s3 = (status: string, body = ""): string =>
  `HTTP Error: HTTP GET error reading 'http://127.0.0.1:1/b/a.parquet' in region 'us-east-1' (HTTP ${status})${body}\n\nBad Request - this can be caused by the S3 region being set incorrectly.\n`;
const azure = (code: string, words: string): string =>
  `IO Error: AzureStorageFileSystem open file 'az://acc.blob.core.windows.net/lake/a b.parquet' failed with code '${code}', Reason Phrase: '${words}', Message: ''`;

describe("a store's refusal is told apart from a file that is broken, with the store's own words", () => {
  test.each<[string, string, RegExp]>([
    [
      s3("400 Bad Request", "\n\nExpiredToken: The provided token has expired."),
      "expired",
      /\(http:\/\/127\.0\.0\.1:1\/b\/a\.parquet: HTTP 400, ExpiredToken: The provided token has expired\)$/,
    ],
    [
      s3("403 Forbidden", "\n\nAccessDenied: Access Denied"),
      "refused",
      /refuses the request \(http\S+: HTTP 403, AccessDenied: Access Denied\)$/,
    ],
    [s3("403 Forbidden"), "refused", /\(http\S+: HTTP 403\)$/],
    [
      s3("400 Bad Request", "\n\nAuthorizationHeaderMalformed: expecting 'eu-central-1'"),
      "region",
      /another region.*expecting 'eu-central-1'/,
    ],
    [
      "HTTP Error: HTTP GET error reading 's3://b/a b.parquet' in region 'us-east-1' (HTTP 404 Not Found)",
      "gone",
      /^is gone: s3:\/\/b\/a b\.parquet does not exist$/,
    ],
    ["HTTP Error: Request returned HTTP 503 for HTTP HEAD to 'http://127.0.0.1:1/b/a'", "busy", /\(http\S+: HTTP 503\)$/],
    ["IO Error: Timeout was reached error for HTTP HEAD to 'http://127.0.0.1:1/b/a'", "unreachable", /\(http\S+: Timeout was reached\)$/],
    [
      "IO Error: Transferred a partial file error for HTTP GET to 'http://127.0.0.1:1/b/a'",
      "unreachable",
      /\(http\S+: Transferred a partial file\)$/,
    ],
    [
      azure("AuthorizationFailure", "Server failed to authenticate the request."),
      "refused",
      /\(abfss\S+ b\.parquet: AuthorizationFailure: Server failed/,
    ],
    [
      azure("AuthenticationFailed", "Signature not valid in the specified time frame"),
      "expired",
      /have expired \(abfss.*: AuthenticationFailed/,
    ],
    [
      azure("ContainerNotFound", "The specified container does not exist."),
      "gone",
      /^is gone: abfss:\/\/lake@acc\.dfs\.core\.windows\.net\/a b\.parquet does/,
    ],
    [
      "IO Error: could not open file. Original error message: 'Failed to get token from ChainedTokenCredential.'",
      "lacking",
      /no Azure credentials/,
    ],
  ])("%s", (text, kind, fault) => {
    expect(storeFault(text)).toMatchObject({ kind, fault: expect.stringMatching(fault) });
  });
});

test.each(["Invalid Input Error: No magic bytes found at end of file 's3://b/a.parquet'", "Out of Memory Error: 403 of 503 used"])(
  "%s is not about a store",
  (text) => {
    expect(storeFault(text)).toBeNull();
  },
);

test("a signature in an address is not shown", () => {
  const text = "HTTP GET error reading 'https://b.example.org/a?X-Amz-Signature=abcdef' in region '' (HTTP 404 Not Found)";
  expect(storeFault(text)?.fault).toBe("is gone: https://b.example.org/a does not exist");
});
