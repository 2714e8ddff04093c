import type { FactsRequest } from "#lib/iceberg/contract.ts";

/**
 * A cheap look at a table's metadata pointer. `same`: nothing was written since `mark`. `moved`: the metadata changed, and the current snapshot
 * (of the branch) is now this one; null when there is none. `broken`: it cannot be read as it is now. `remote`: only a listing can tell.
 * `unseen`: who was asked for the table did not answer, or does not let us ask; that is no news of the table. `ofCatalog`: it would say the
 * same of each of its tables; `retryAfterMs`: for so long it wants to be left alone, null where it does not say.
 */
export type Peek =
  | { state: "same" }
  | { state: "moved"; mark: string; snapshotId: string | null }
  | { state: "broken"; mark: string; error: { code: string; message: string } }
  | { state: "remote" }
  | { state: "unseen"; error: { code: string; message: string }; ofCatalog: boolean; retryAfterMs: number | null };

/** Looks at a table's pointer; `mark` is what the last look left. Never rejects. */
export type PeekTable = (table: Pick<FactsRequest, "location" | "snapshot">, mark: string | null) => Promise<Peek>;
