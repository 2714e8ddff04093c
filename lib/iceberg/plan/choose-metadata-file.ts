import { AppError } from "#lib/errors.ts";
import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";

const METADATA_FILE = /\.metadata\.json(?:\.(?:gz|zst|zstd))?$/;
const PACKING = /(?:\.(?:gz|zst|zstd))?$/.source;
/** A table that is read by its folder mostly has a hint or few files. Of many, the oldest and the newest tell whether another table lies among them. */
const STRANGERS_MAX = 30;

/** A metadata file, with sentences on how it was chosen, and on why another may be the current one. */
export interface ChosenFile {
  file: string;
  notes: string[];
  doubts: string[];
}

type Head = Pick<TableMetadata, "uuid" | "lastUpdatedMs" | "lastSequenceNumber" | "earlierFiles">;
type ReadHead = (file: string) => Promise<Head | null>;

interface Candidate {
  file: string;
  head: Head;
}

export function isMetadataFile(path: string): boolean {
  return METADATA_FILE.test(path);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The number that a catalog counts up in the names: `v7`, `00007-<uuid>`. -1: there is none; a bare UUID may begin with digits. */
function versionOf(file: string): number {
  const name = nameOf(file);
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\./i.test(name)) return -1;
  return Number(/^v?(\d+)(?=[.-])/.exec(name)?.[1] ?? -1);
}

/** A hint may lag behind: the Hadoop catalog writes the next version before the hint, and readers walk on as long as there is one. */
function newestFrom(files: readonly string[], hinted: string): string {
  if (!/\/v\d+(\.gz)?\.metadata\.json(\.gz)?$/.test(hinted)) return hinted;
  let newest = hinted;
  for (let next = hinted; next; next = files.find((file) => versionOf(file) === versionOf(newest) + 1) ?? "") newest = next;
  return newest;
}

/** The file that a hint names: by version, by file name, or by file name without its extension. */
function hintedFile(files: readonly string[], hint: string): string | undefined {
  const stem = new RegExp(`(?:\\.gz|\\.zstd?)?\\.metadata\\.json${PACKING}`);
  return (
    files.find((file) => nameOf(file) === hint) ??
    files.find((file) => nameOf(file).replace(stem, "") === hint) ??
    files.find((file) => /^\d+$/.test(hint) && versionOf(file) === Number(hint))
  );
}

/**
 * The metadata file of a table directory among the files of its `metadata` folder: by the text of `version-hint.text`, else the newest by what the
 * files themselves say. A folder may hold those of a table that was dropped and made again, of commits that lost a race, and files whose names
 * have no order. Throws table_unreadable or table_not_found.
 */
export async function chooseMetadataFile(
  directory: string,
  all: readonly string[],
  hintText: string,
  readHead: ReadHead,
): Promise<ChosenFile> {
  const files = all.filter(isMetadataFile);
  const hint = hintText.trim();
  if (hint !== "" && files.length > 0) {
    const hinted = hintedFile(files, hint);
    if (hinted) return { file: newestFrom(files, hinted), notes: [], doubts: [] };
    throw new AppError(
      "table_unreadable",
      `${directory}/metadata/version-hint.text names version ${hint.slice(0, 100)}, and there is no metadata file of that version. Restore it, or give the metadata file to read.`,
    );
  }
  const byVersion = files.toSorted((a, b) => versionOf(b) - versionOf(a) || (a < b ? 1 : -1));
  const [first] = byVersion;
  if (first === undefined) {
    throw new AppError(
      "table_not_found",
      `${directory} holds no Iceberg table: there is no metadata/*.metadata.json in it. Give the table's directory or its metadata file.`,
    );
  }
  return await newestFile(byVersion, first, readHead);
}

async function newestFile(byVersion: readonly string[], first: string, readHead: ReadHead): Promise<ChosenFile> {
  const note = (file: string): string =>
    `The newest metadata file was taken, ${file}, because no version-hint.text could be read; a commit that is not finished could be read.`;
  const candidates = await readCandidates(byVersion, first, readHead);
  // One that cannot be read is left to who reads it next, and says why.
  if (candidates === null) return { file: first, notes: [note(first)], doubts: [] };
  const ofTables = Map.groupBy(candidates, ({ head }) => head.uuid);
  const newest = [...ofTables.values()].map(newestOfTable).toSorted((a, b) => updatedAt(b.chosen) - updatedAt(a.chosen));
  const [{ chosen, rival } = { chosen: { file: first }, rival: null }, ...others] = newest;
  const notes = [note(chosen.file)];
  const doubts: string[] = [];
  const uuids = newest.map((table) => table.chosen.head.uuid ?? "none");
  if (others.length > 0)
    notes.push(
      `The folder holds the metadata of ${uuids.length} tables, as one that was dropped and made again leaves it (table-uuid ${uuids.slice(0, 5).join(", ")}); the one that was written last was read.`,
    );
  if (others.some((other) => newest[0] && updatedAt(other.chosen) === updatedAt(newest[0].chosen)))
    doubts.push(
      `The folder holds the metadata of ${uuids.length} tables (table-uuid ${uuids.slice(0, 5).join(", ")}), and nothing says which was written last. Give the metadata file to read.`,
    );
  if (rival !== null)
    doubts.push(
      `${chosen.file} and ${rival.file} both continue the table, as a commit that lost a race leaves it, and only the catalog knows which one is current. Give the metadata file to read.`,
    );
  return { file: chosen.file, notes, doubts };
}

/** The file of the highest version and all that may be newer than what it tells of; null when it cannot be read. */
async function readCandidates(byVersion: readonly string[], first: string, readHead: ReadHead): Promise<Candidate[] | null> {
  const head = await readHead(first).catch(() => null);
  if (head === null) return null;
  const known = new Set(head.earlierFiles.map(nameOf));
  const strangers = byVersion.filter((file) => file !== first && !known.has(nameOf(file)));
  const looked =
    strangers.length <= STRANGERS_MAX ? strangers : [...strangers.slice(0, STRANGERS_MAX / 2), ...strangers.slice(-STRANGERS_MAX / 2)];
  const candidates: Candidate[] = [{ file: first, head }];
  for (const file of looked) {
    const other = await readHead(file).catch(() => null);
    if (other !== null) candidates.push({ file, head: other });
  }
  return candidates;
}

function updatedAt({ head }: Candidate): number {
  return head.lastUpdatedMs ?? 0;
}

function isBehind(older: Candidate, newer: Candidate): boolean {
  if (newer.head.earlierFiles.some((file) => nameOf(file) === nameOf(older.file))) return true;
  const versions = [versionOf(older.file), versionOf(newer.file)] as const;
  if (versions.every((version) => version >= 0)) return versions[0] < versions[1];
  return BigInt(older.head.lastSequenceNumber ?? 0) < BigInt(newer.head.lastSequenceNumber ?? 0);
}

/** The newest file of one table, and another that may be as new: neither comes before the other. */
function newestOfTable(files: readonly Candidate[]): { chosen: Candidate; rival: Candidate | null } {
  const [chosen, ...others] = files.toSorted((a, b) => (isBehind(a, b) ? 1 : isBehind(b, a) ? -1 : updatedAt(b) - updatedAt(a)));
  if (chosen === undefined) throw new Error("a table has no metadata file");
  return { chosen, rival: others.find((other) => !isBehind(other, chosen)) ?? null };
}
