import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ContentFile, LiveEntry } from "./content-file.ts";
import { UNPARTITIONED } from "./iceberg-schema.ts";
import type { FormatVersion, PartitionSpec, Schema } from "./iceberg-schema.ts";
import { countEntries, encodeManifest, encodeManifestList } from "./manifest.ts";
import type { ManifestDialect } from "./manifest-schemas.ts";
import type { Manifest } from "./manifest.ts";
import { addedManifests, carriedManifests, rewrittenManifests } from "./manifest-plan.ts";
import type { CommitIdentity, PlannedManifest } from "./manifest-plan.ts";
import { encodeTableMetadata } from "./table-metadata.ts";
import type { Snapshot, TableState } from "./table-metadata.ts";

export interface NewTable {
  /** Where the table is written; made when it is missing. */
  directory: string;
  /** The location that the metadata names; the directory unless it is given. */
  location?: string;
  formatVersion: FormatVersion;
  fields: Schema["fields"];
  spec?: PartitionSpec;
  identifierFieldIds?: number[];
  properties?: Record<string, string>;
  /** Metadata files are packed, as `write.metadata.compression-codec` asks. */
  gzipMetadata?: boolean;
  uuid?: string;
  /** Those of the manifests, one after another and again from the first. */
  dialects?: readonly ManifestDialect[];
  /** Commit times count up from here, a minute each. */
  startMs?: number;
}

export interface Commit {
  operation: Snapshot["operation"];
  /** Default `main`. A branch that is new starts at main's head. */
  branch?: string;
  add?: readonly ContentFile[];
  /** Live entries for which it holds leave the table. */
  remove?: (entry: LiveEntry) => boolean;
  /** Data sequence number of added data files, as a compaction with `use-starting-sequence-number` gives it. */
  dataSequenceNumber?: number;
  /** All live entries are written anew into one manifest per spec and kind, as `rewrite_manifests` does. */
  rewriteManifests?: boolean;
  timestampMs?: number;
}

const MINUTE_MS = 60_000;

/**
 * Writes one Iceberg table's metadata (any format version) around files that already lie there. Every commit leaves a complete table:
 * manifests, manifest list, `metadata/v<N>.metadata.json` and `version-hint.text`.
 */
export class IcebergTable {
  readonly directory: string;
  readonly state: TableState;
  private readonly manifests = new Map<bigint, readonly Manifest[]>();
  private readonly dialects: readonly ManifestDialect[];
  private readonly gzipMetadata: boolean;
  private manifestCount = 0;
  private version = 0;
  private snapshotCount = 0n;

  constructor(table: NewTable) {
    this.directory = table.directory;
    this.dialects = table.dialects ?? [];
    this.gzipMetadata = table.gzipMetadata ?? false;
    const spec = table.spec ?? UNPARTITIONED;
    const schema: Schema = {
      type: "struct",
      "schema-id": 0,
      ...(table.identifierFieldIds === undefined ? {} : { "identifier-field-ids": table.identifierFieldIds }),
      fields: table.fields,
    };
    this.state = {
      formatVersion: table.formatVersion,
      uuid: table.uuid ?? randomUUID(),
      location: table.location ?? table.directory,
      lastSequenceNumber: 0,
      lastUpdatedMs: table.startMs ?? Date.UTC(2026, 0, 1),
      lastColumnId: greatestId(table.fields),
      lastPartitionId: Math.max(999, ...spec.fields.map((field) => field["field-id"])),
      schemas: [schema],
      currentSchemaId: 0,
      specs: [spec],
      defaultSpecId: spec["spec-id"],
      properties: { ...table.properties },
      nextRowId: 0,
      snapshots: [],
      branches: new Map(),
    };
    mkdirSync(join(this.directory, "metadata"), { recursive: true });
    mkdirSync(join(this.directory, "data"), { recursive: true });
    this.writeMetadata();
  }

  get schema(): Schema {
    return must(
      this.state.schemas.find((schema) => schema["schema-id"] === this.state.currentSchemaId),
      "the current schema is gone",
    );
  }

  spec(id: number): PartitionSpec {
    return must(
      this.state.specs.find((spec) => spec["spec-id"] === id),
      `the table has no spec ${id}`,
    );
  }

  /** The metadata file that was written last, as a path on this machine. */
  get metadataFile(): string {
    return join(this.directory, "metadata", `v${this.version}${this.gzipMetadata ? ".gz" : ""}.metadata.json`);
  }

  /** The live entries of a snapshot in manifest order, a file that is registered twice twice. */
  liveEntries(snapshotId: bigint): LiveEntry[] {
    return (this.manifests.get(snapshotId) ?? []).flatMap((manifest) => manifest.entries.filter((entry) => entry.status !== "deleted"));
  }

  head(branch = "main"): bigint | null {
    return this.state.branches.get(branch) ?? this.state.branches.get("main") ?? null;
  }

  /** Adds a schema and makes it current; its id is the next one. */
  changeSchema(fields: Schema["fields"], identifierFieldIds?: number[]): Schema {
    const id = Math.max(...this.state.schemas.map((schema) => schema["schema-id"])) + 1;
    const ids = identifierFieldIds === undefined ? {} : { "identifier-field-ids": identifierFieldIds };
    const schema: Schema = { type: "struct", "schema-id": id, ...ids, fields };
    this.state.schemas.push(schema);
    this.state.currentSchemaId = id;
    this.state.lastColumnId = Math.max(this.state.lastColumnId, greatestId(fields));
    this.writeMetadata();
    return schema;
  }

  /** Adds a partition spec and makes it the default; its id is the next one. */
  changeSpec(fields: PartitionSpec["fields"]): PartitionSpec {
    const spec: PartitionSpec = { "spec-id": Math.max(...this.state.specs.map((known) => known["spec-id"])) + 1, fields };
    this.state.specs.push(spec);
    this.state.defaultSpecId = spec["spec-id"];
    this.state.lastPartitionId = Math.max(this.state.lastPartitionId, ...fields.map((field) => field["field-id"]));
    this.writeMetadata();
    return spec;
  }

  /** From here on the table is written in at least this format version; what lies there stays as it is. */
  upgrade(formatVersion: FormatVersion): void {
    if (formatVersion <= this.state.formatVersion) return;
    this.state.formatVersion = formatVersion;
    this.writeMetadata();
  }

  setProperty(name: string, value: string): void {
    this.state.properties[name] = value;
    this.writeMetadata();
  }

  /** Makes a retained snapshot the head of a branch, as a rollback does. */
  setBranch(name: string, snapshotId: bigint): void {
    this.state.branches.set(name, snapshotId);
    this.writeMetadata();
  }

  /** Writes one snapshot and makes it the head of its branch. */
  commit(commit: Commit): Snapshot {
    const { state } = this;
    const branch = commit.branch ?? "main";
    const parentId = this.head(branch);
    const at: CommitIdentity = { id: this.nextSnapshotId(), sequenceNumber: state.formatVersion === 1 ? 0 : state.lastSequenceNumber + 1 };
    const firstRowId = state.nextRowId;
    const manifests = this.nextManifests(parentId === null ? [] : (this.manifests.get(parentId) ?? []), commit, at);
    const list = encodeManifestList(state, {
      snapshotId: at.id,
      parentId,
      sequenceNumber: at.sequenceNumber,
      manifests,
      specs: state.specs,
    });
    const timestampMs = commit.timestampMs ?? state.lastUpdatedMs + MINUTE_MS;
    const snapshot: Snapshot = {
      id: at.id,
      parentId,
      sequenceNumber: at.sequenceNumber,
      timestampMs,
      operation: commit.operation,
      manifestList: this.writeMetadataPart(`snap-${at.id}-1-${randomUUID()}.avro`, list),
      schemaId: state.currentSchemaId,
      rowIds: state.formatVersion === 3 ? { first: firstRowId, added: state.nextRowId - firstRowId } : null,
    };
    this.manifests.set(at.id, manifests);
    state.snapshots.push(snapshot);
    state.branches.set(branch, at.id);
    state.lastSequenceNumber = at.sequenceNumber;
    state.lastUpdatedMs = Math.max(state.lastUpdatedMs, timestampMs);
    this.writeMetadata();
    return snapshot;
  }

  /** Forgets the snapshots and deletes from the disk what only they needed. A branch's head cannot be expired. */
  expire(snapshotIds: ReadonlySet<bigint>): void {
    const heads = new Set(this.state.branches.values());
    const before = this.filesOnDisk();
    this.state.snapshots = this.state.snapshots.filter((snapshot) => heads.has(snapshot.id) || !snapshotIds.has(snapshot.id));
    const staying = new Set(this.state.snapshots.map((snapshot) => snapshot.id));
    for (const id of this.manifests.keys()) if (!staying.has(id)) this.manifests.delete(id);
    const needed = this.filesOnDisk();
    for (const path of before) if (!needed.has(path)) rmSync(this.onDisk(path), { force: true });
    this.writeMetadata();
  }

  /** Where a path of the metadata lies on this machine. */
  onDisk(path: string): string {
    return path.startsWith(this.state.location) ? join(this.directory, path.slice(this.state.location.length)) : path;
  }

  private filesOnDisk(): Set<string> {
    const lists = this.state.snapshots.map((snapshot) => snapshot.manifestList);
    const manifests = [...this.manifests.values()].flat();
    return new Set([...lists, ...manifests.flatMap((manifest) => [manifest.path, ...manifest.entries.map((entry) => entry.file.path)])]);
  }

  private nextManifests(parent: readonly Manifest[], commit: Commit, at: CommitIdentity): Manifest[] {
    const carried = carriedManifests(parent, commit.remove ?? (() => false), at);
    const planned = [...addedManifests(commit.add ?? [], at, commit.dataSequenceNumber), ...carried.changed];
    const rewrite = commit.rewriteManifests === true;
    const written = (rewrite ? rewrittenManifests(carried.kept, planned) : planned).map((plan) => this.writeManifest(plan, at));
    return rewrite ? written : [...written, ...carried.kept.map((manifest) => this.withRowIds(manifest))];
  }

  private writeManifest(plan: PlannedManifest, at: CommitIdentity): Manifest {
    const { specId, content, entries } = plan;
    const dialect = this.dialects[this.manifestCount++ % Math.max(1, this.dialects.length)];
    const bytes = encodeManifest(this.state, { spec: this.spec(specId), schema: this.schema, content, entries }, dialect);
    const path = this.writeMetadataPart(`${randomUUID()}-m0.avro`, bytes);
    const manifest = { ...plan, path, length: bytes.length, sequenceNumber: at.sequenceNumber, addedSnapshotId: at.id, firstRowId: null };
    return this.withRowIds(manifest);
  }

  /** Row lineage of v3: a data manifest without row ids takes the next ones, its entries without their own take theirs in order. */
  private withRowIds(manifest: Manifest): Manifest {
    if (this.state.formatVersion < 3 || manifest.content === "deletes" || manifest.firstRowId !== null) return manifest;
    const firstRowId = this.state.nextRowId;
    let next = firstRowId;
    const entries = manifest.entries.map((entry) => {
      if (entry.status === "deleted" || entry.firstRowId !== null) return entry;
      next += entry.file.recordCount;
      return { ...entry, firstRowId: next - entry.file.recordCount };
    });
    this.state.nextRowId += countEntries(manifest, "added").rows + countEntries(manifest, "existing").rows;
    return { ...manifest, entries, firstRowId };
  }

  private nextSnapshotId(): bigint {
    this.snapshotCount++;
    // All 63 bits and no order, as real ids are.
    return BigInt.asUintN(63, this.snapshotCount * 0x9e3779b97f4a7c15n);
  }

  private writeMetadataPart(name: string, bytes: Buffer): string {
    writeFileSync(join(this.directory, "metadata", name), bytes);
    return `${this.state.location}/metadata/${name}`;
  }

  private writeMetadata(): void {
    this.version++;
    const text = encodeTableMetadata(this.state);
    writeFileSync(this.metadataFile, this.gzipMetadata ? gzipSync(text) : text);
    writeFileSync(join(this.directory, "metadata", "version-hint.text"), String(this.version));
  }
}

function greatestId(fields: Schema["fields"]): number {
  return Math.max(0, ...fields.map((field) => Math.max(field.id, typeof field.type === "string" ? 0 : greatestId(field.type.fields))));
}

function must<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Error(message);
  return value;
}
