import type { FoundCauses } from "#db/queries/cause-facts.ts";
import type { KeyResult, StoredSample } from "#db/queries/complete-run.ts";
import type { StoredFacts } from "#db/queries/facts.ts";
import type { KeyHashes } from "#lib/key-hash.ts";
import { readChecks, readObservation } from "#lib/checks/registry.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { Facts, SnapshotListing } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import { maskSamples, type SampleColumns } from "#lib/masking.ts";
import { toStorable } from "#lib/storable-text.ts";

export interface ReadKey {
  keyVersionId: number;
  key: readonly string[];
  definition: TableDefinition;
  /** Mark of the schema registry that there was when the reading began. */
  registry: string | null;
  now: Date;
  keyHashes: KeyHashes;
  /** Is told what was left out. */
  note: (sentence: string) => void;
}

/** Facts of one key as they are stored: read by all checks, samples masked, causes with the registry that they were told by. Pure. */
export function fromFacts(facts: Facts, { keyVersionId, key, definition, registry, now, keyHashes, note }: ReadKey): KeyResult {
  const columns = { ...definition.columns, key };
  const { samples, unknown } = maskSamples(facts.samples, definition.masked, columns);
  if (unknown.length > 0) {
    note(`No sample is kept: the table has no column ${unknown.join(", ")}, which shall be masked. Correct \`masked\` of the table.`);
  }
  return {
    keyVersionId,
    engine: facts.engine,
    trust: facts.trust,
    readings: Object.fromEntries(readChecks(facts, now).map(({ name, reading }) => [name, reading])),
    newFacts: true,
    carried: false,
    partitionsPerKey: facts.keyProfile.partitionsPerKey.value,
    // The hash is of the key itself, so that a link to it survives a change of what is masked.
    ...(facts.keyProfile.duplicatedKeys > 0 && { causes: foundCauses(facts, definition.masked, columns, registry) }),
    samples: samples.map((sample, at): StoredSample => ({
      ...toStorable(sample),
      keyHash: keyHashes.of((facts.samples[at] ?? sample).key),
    })),
  };
}

function foundCauses(
  { keyProfile: { duplicatedKeys }, causes }: Facts,
  masked: readonly string[],
  columns: SampleColumns,
  registry: string | null,
): FoundCauses {
  return causes.value === null
    ? { duplicatedKeys, causes: null, notExplained: causes.reason }
    : { duplicatedKeys, causes: { ...toStorable(maskCauses(causes.value, masked, columns)), registry } };
}

/** What a run sees of a key whose facts at this snapshot are known: the numbers that depend on the clock, and the trust as stored. Pure. */
export function fromKnown(known: StoredFacts, { table, snapshot }: SnapshotListing, now: Date): KeyResult {
  const { engine, readBy, trust, carried, keyVersionId } = known;
  return {
    keyVersionId,
    engine: { name: engine, version: "", extension: "", readBy },
    trust,
    readings: readObservation({ table, snapshot, latestAt: latestAt(known) }, now),
    newFacts: false,
    carried,
    partitionsPerKey: null,
    samples: [],
  };
}

function latestAt({ committedAt, values, notComputed }: StoredFacts): Fact<string> {
  const lagSeconds = values.commit_lag_seconds;
  if (lagSeconds !== null) return { value: new Date(committedAt.getTime() - lagSeconds * 1000).toISOString() };
  return { value: null, reason: notComputed.commit_lag_seconds ?? "The lag at the commit is not known." };
}
