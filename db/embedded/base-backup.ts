import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import type { BackupWriter } from "#lib/backup/backup-writer.ts";
import { AppError } from "#lib/errors.ts";

/** Postgres fills these folders at its start; what was in them belongs to the server that ran (the manual's list for base backups). */
const EMPTIED = new Set(["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|current_logfiles.*|postgresql\.auto\.conf\.tmp|pg_internal\.init.*|pgsql_tmp.*)$/;
const CONTROL = "global/pg_control";
const CONTROL_READS_MAX = 100;

/**
 * Copies the files of the running server behind `client` so that a server which starts on the copy has everything committed before this returns:
 * a base backup with the write-ahead log that belongs to it. `data`: its data folder; `below`: where the copy goes in the backup.
 * The connection must end afterwards; that ends the backup when something failed. Throws AppError store_unsupported, or the driver's or system's error.
 */
export async function copyRunningCluster(client: Client, data: string, writer: BackupWriter, below: string): Promise<void> {
  // A temporary slot keeps the log from now on until the connection ends.
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [`bergwatch_backup_${randomBytes(4).toString("hex")}`]);
  const { rows: started } = await client.query<{ lsn: string }>("select pg_backup_start('bergwatch', fast => true)::text as lsn");
  await writer.addFolder(below);
  const files = await addFolders(data, "", writer, below);
  await writer.addFiles(
    files.map((path) => ({ path: `${below}/${path}`, from: join(data, path) })),
    { mayVanish: true },
  );
  await writer.addContent(`${below}/${CONTROL}`, await readControl(join(data, CONTROL)));
  const { rows: stopped } = await client.query<{ lsn: string; labelfile: string }>(
    "select lsn::text, labelfile from pg_backup_stop(wait_for_archive => false)",
  );
  const [start, stop] = [started[0], stopped[0]];
  if (start === undefined || stop === undefined) throw new Error("Postgres answered nothing");
  await writer.addContent(`${below}/backup_label`, Buffer.from(stop.labelfile));
  const segments = (await listSegments(client, start.lsn, stop.lsn)).map((name) => `pg_wal/${name}`);
  await writer.addFiles(
    segments.map((path) => ({ path: `${below}/${path}`, from: join(data, path) })),
    { mayVanish: false },
  );
}

/** Makes the folders below `folder` in the backup; returns the files in them, all but the one that is copied last. */
async function addFolders(data: string, folder: string, writer: BackupWriter, below: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(join(data, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (folder === "pg_tblspc") {
      throw new AppError(
        "store_unsupported",
        `A tablespace is outside ${data}, and a backup cannot include it; move its tables and drop it.`,
      );
    }
    if (LEFT_OUT.test(entry.name) || path === CONTROL) continue;
    if (entry.isFile()) files.push(path);
    else {
      await writer.addFolder(`${below}/${path}`);
      if (!EMPTIED.has(path)) files.push(...(await addFolders(data, path, writer, below)));
    }
  }
  return files;
}

/** The server may write it at this moment: what is read twice alike is whole. */
async function readControl(path: string): Promise<Buffer> {
  let last = await readFile(path);
  for (let reads = 1; reads < CONTROL_READS_MAX; reads++) {
    const next = await readFile(path);
    if (next.equals(last)) return next;
    last = next;
  }
  throw new AppError("internal", `${path} changed at each reading; try again when Bergwatch has less to do.`);
}

/** The files of the write-ahead log from `start` on up to `stop`. */
async function listSegments(client: Client, start: string, stop: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct pg_walfile_name(least(first + n * size, last)) as name
       from (select $1::pg_lsn as first, $2::pg_lsn - 1 as last, pg_size_bytes(current_setting('wal_segment_size'))::numeric as size) as bounds,
            generate_series(0, ceil((last - first) / size)) as n
      order by name`,
    [start, stop],
  );
  return rows.map(({ name }) => name);
}
