import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES_FOLDER } from "#e2e/helpers/sample-truth.ts";

const LAST = "v40.metadata.json";
const FORMER_ID = /"(current-snapshot-id|snapshot-id|parent-snapshot-id)":\s*(\d+)/g;

interface Snapshot {
  "snapshot-id": string;
  "parent-snapshot-id"?: string;
  "sequence-number": number;
  "timestamp-ms": number;
  summary: Record<string, string>;
}

/**
 * The sample table shop.orders in a folder of its own, which grows commit by commit: up to which of its 39 snapshots it has come is said
 * each time. Its commits end now, two minutes apart. The table must be read as relocated.
 */
export class StagedOrders {
  readonly directory: string;
  private readonly metadata: Record<string, unknown>;
  private readonly all: readonly Snapshot[];
  private listed: Snapshot[] = [];
  private version = 0;

  constructor(directory: string) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
    cpSync(join(SAMPLES_FOLDER, "orders"), directory, { recursive: true });
    // Ids pass 2^53: they are text until they are written.
    const text = readFileSync(join(directory, "metadata", LAST), "utf8").replaceAll(FORMER_ID, '"$1": "$2"');
    this.metadata = JSON.parse(text) as Record<string, unknown>;
    this.all = this.metadata["snapshots"] as Snapshot[];
    renameSync(join(directory, "metadata", LAST), join(directory, "last-metadata.json"));
  }

  /** Commits the snapshots up to the `count`th, the first of them being 1, with `summary` added to what the last one says of itself. */
  commitUpTo(count: number, summary: Record<string, string> = {}): string {
    const added = this.all.slice(this.listed.length, count);
    const end = Date.now();
    const next = added.map((snapshot, at) => ({ ...snapshot, "timestamp-ms": end - (added.length - 1 - at) * 120_000 }));
    const last = next.at(-1);
    if (last === undefined) throw new Error(`${count} snapshots are committed already`);
    last.summary = { ...last.summary, ...summary };
    this.listed.push(...next);
    return this.write(last);
  }

  /** Commits what the `number`th snapshot held once more, as a repair does that writes the table anew. */
  commitAgain(number: number): string {
    const held = this.listed[number - 1];
    const head = this.listed.at(-1);
    if (held === undefined || head === undefined) throw new Error(`snapshot ${number} is not committed`);
    const again: Snapshot = {
      ...held,
      "snapshot-id": String(BigInt(head["snapshot-id"]) + 1n),
      "parent-snapshot-id": head["snapshot-id"],
      "sequence-number": head["sequence-number"] + 1,
      "timestamp-ms": Date.now(),
      summary: { ...held.summary, operation: "overwrite" },
    };
    this.listed.push(again);
    return this.write(again);
  }

  /** As a catalog does: the whole file first, then the hint. */
  private write(head: Snapshot): string {
    this.version++;
    const id = head["snapshot-id"];
    const metadata = {
      ...this.metadata,
      "last-sequence-number": head["sequence-number"],
      "last-updated-ms": head["timestamp-ms"],
      "current-snapshot-id": id,
      refs: { main: { "snapshot-id": id, type: "branch" } },
      snapshots: this.listed,
      "snapshot-log": this.listed.map((one) => ({ "snapshot-id": one["snapshot-id"], "timestamp-ms": one["timestamp-ms"] })),
      "metadata-log": [],
    };
    const text = JSON.stringify(metadata).replaceAll(/"(current-snapshot-id|snapshot-id|parent-snapshot-id)":"(\d+)"/g, '"$1":$2');
    writeFileSync(join(this.directory, "metadata", `v${this.version}.metadata.json`), text);
    writeFileSync(join(this.directory, "metadata", "version-hint.text"), String(this.version));
    return id;
  }
}
