import { join } from "node:path";

/**
 * Postgres's own programs for a database that Bergwatch does not run. They ask for the password: it is never written out. Without an address
 * the commands take it of the shell's DATABASE_URL.
 */
export function dumpCommands(databaseUrl: string | null, folder: string): { dump: string; restore: string } {
  const [database, file] = [
    databaseUrl === null ? '"$DATABASE_URL"' : quoted(withoutPassword(databaseUrl)),
    quoted(join(folder, "database.dump")),
  ];
  return {
    dump: `pg_dump --format=custom --file=${file} --dbname=${database}`,
    restore: `pg_restore --clean --if-exists --no-owner --single-transaction --dbname=${database} ${file}`,
  };
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = "";
  const secret = Array.from(url.searchParams.keys()).filter((name) => /password/i.test(name));
  for (const name of secret) url.searchParams.delete(name);
  return url.href;
}

/** Quotes text as one shell word. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
