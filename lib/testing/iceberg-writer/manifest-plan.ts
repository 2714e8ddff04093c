import type { ContentFile, LiveEntry, ManifestEntry } from "./content-file.ts";
import type { Manifest } from "./manifest.ts";

/** A manifest that a commit has yet to write. */
export interface PlannedManifest {
  specId: number;
  content: "data" | "deletes";
  entries: ManifestEntry[];
}

export interface CommitIdentity {
  id: bigint;
  sequenceNumber: number;
}

const EXPLICIT = { sequenceNumber: false, fileSequenceNumber: false, firstRowId: false };

function contentOf(file: ContentFile): PlannedManifest["content"] {
  return file.content === "data" ? "data" : "deletes";
}

function grouped(entries: readonly ManifestEntry[]): PlannedManifest[] {
  const groups = Map.groupBy(entries, ({ file }) => `${file.specId} ${contentOf(file)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ specId: first.file.specId, content: contentOf(first.file), entries: group }];
  });
}

/** Manifests of the files that a commit adds: one per spec and kind. Only a data file takes an explicit data sequence number. */
export function addedManifests(
  files: readonly ContentFile[],
  at: CommitIdentity,
  dataSequenceNumber: number | undefined,
): PlannedManifest[] {
  const entries = files.map((file): ManifestEntry => {
    const explicit = file.content === "data" ? dataSequenceNumber : undefined;
    return {
      file,
      status: "added",
      snapshotId: at.id,
      sequenceNumber: explicit ?? at.sequenceNumber,
      fileSequenceNumber: at.sequenceNumber,
      firstRowId: null,
      inherits: { sequenceNumber: explicit === undefined, fileSequenceNumber: true, firstRowId: true },
    };
  });
  return grouped(entries);
}

/**
 * The parent's manifests as the next snapshot has them: those that lose an entry are written anew, with what stays as EXISTING and what
 * leaves as DELETED; those without a live entry are dropped, as Iceberg's own writer does.
 */
export function carriedManifests(
  manifests: readonly Manifest[],
  remove: (entry: LiveEntry) => boolean,
  at: CommitIdentity,
): { kept: Manifest[]; changed: PlannedManifest[] } {
  const kept: Manifest[] = [];
  const changed: PlannedManifest[] = [];
  for (const manifest of manifests) {
    const live = manifest.entries.filter((entry) => entry.status !== "deleted");
    const leaving = new Set(live.filter(remove));
    if (leaving.size > 0) {
      const entries = live.map((entry): ManifestEntry =>
        leaving.has(entry)
          ? { ...entry, status: "deleted", snapshotId: at.id, inherits: EXPLICIT }
          : { ...entry, status: "existing", inherits: EXPLICIT },
      );
      changed.push({ specId: manifest.specId, content: manifest.content, entries });
    } else if (live.length > 0) kept.push(manifest);
  }
  return { kept, changed };
}

/** All entries anew, one manifest per spec and kind; what this commit added or deleted keeps its status. */
export function rewrittenManifests(kept: readonly Manifest[], planned: readonly PlannedManifest[]): PlannedManifest[] {
  const old = kept.flatMap((manifest) => manifest.entries.filter((entry) => entry.status !== "deleted"));
  const existing = old.map((entry): ManifestEntry => ({ ...entry, status: "existing", inherits: EXPLICIT }));
  return grouped([...existing, ...planned.flatMap((manifest) => manifest.entries)]);
}
