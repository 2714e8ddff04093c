/** What programs, name resolution, temporary files, certificates and proxies go by. */
const NAMES = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TMPDIR",
  "LD_LIBRARY_PATH",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
  "NODE_EXTRA_CA_CERTS",
  // Tells people which installation a reader belongs to, as it does for all other processes.
  "BERGWATCH_DATA_DIR",
]);
/** A machine's own credentials for its object stores, as DuckDB looks them up, and where pip finds DuckDB's extensions. */
const PREFIXES = ["LC_", "AWS_", "AZURE_", "IDENTITY_", "MSI_", "PIP_"];

/**
 * What a reader process gets of its parent's environment. It reads files that others write, so it holds no secret that it does not use:
 * the address of Postgres and the secrets of catalogs and channels stay behind. Pure.
 */
export function readerEnvironment(variables: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const kept = Object.entries(variables).filter(([name]) => NAMES.has(name.toUpperCase()) || PREFIXES.some((one) => name.startsWith(one)));
  return Object.fromEntries(kept);
}
