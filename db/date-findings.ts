import type { Db } from "./client.ts";
import { dateSighting } from "./date-incident.ts";
import type { StoredObservedKey } from "./queries/observed-keys.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import type { DatedFinding } from "#lib/contracts/verdict.ts";
import { datingOf } from "#lib/incidents/dating.ts";

type Seen = Pick<StoredObservedKey, "keyVersionId" | "engine" | "snapshot">;

/** Since when findings are there, each looked up once: a verdict and an incident with the same finding have the same date. */
export class Dates {
  readonly #db: Db;
  readonly #tableId: string;
  readonly #known = new Map<string, DatedFinding["since"]>();

  constructor(db: Db, tableId: string) {
    this.#db = db;
    this.#tableId = tableId;
  }

  async date(finding: Finding, seen: Seen): Promise<DatedFinding["since"]> {
    const datedBy = datingOf(finding, seen);
    if (datedBy === null) return null;
    const name = JSON.stringify([datedBy, seen.snapshot?.id]);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const since = await dateSighting(this.#db, { tableId: this.#tableId, datedBy, snapshot: seen.snapshot });
    this.#known.set(name, since);
    return since;
  }

  async dateAll(findings: readonly Finding[], seen: Seen): Promise<DatedFinding[]> {
    const dated: DatedFinding[] = [];
    for (const finding of findings) dated.push({ ...finding, since: await this.date(finding, seen) });
    return dated;
  }
}
