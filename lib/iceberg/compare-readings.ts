import { AppError } from "#lib/errors.ts";
import type { Facts, KeyProfile, ReaderFault, ReadingComparison } from "#lib/iceberg/contract.ts";
import { COMPARED, type Compared } from "#lib/names.ts";

const KEYS_MAX = 20;

const NUMBERS: Record<Exclude<Compared, "keys">, (profile: KeyProfile) => number> = {
  rows: ({ rows }) => rows,
  null_key_rows: ({ nullKeyRows }) => nullKeyRows,
  distinct_keys: ({ distinctKeys }) => distinctKeys,
  duplicated_keys: ({ duplicatedKeys }) => duplicatedKeys,
  surplus_rows: ({ rows, nullKeyRows, distinctKeys }) => rows - nullKeyRows - distinctKeys,
};

/** What differs between the own plan's facts and iceberg_scan's of the same snapshot, or its failure, and which known faults explain it. Pure. */
export function compareReadings(own: Facts, scanned: Facts | AppError): ReadingComparison {
  if (scanned instanceof AppError) {
    const explainedBy = own.readerFaults
      .filter(({ effect }) => effect === "fails" || effect === "may fail")
      .map(({ sentence }) => sentence);
    return { failure: { code: scanned.code, message: scanned.message }, differences: [], explainedBy, keys: [] };
  }
  const differences = COMPARED.flatMap((what): ReadingComparison["differences"] => {
    if (what === "keys")
      return own.keyProfile.duplicatesDigest === scanned.keyProfile.duplicatesDigest ? [] : [{ what, own: null, scan: null }];
    const [ours, theirs] = [own, scanned].map(({ keyProfile }) => NUMBERS[what](keyProfile)) as [number, number];
    return ours === theirs ? [] : [{ what, own: ours, scan: theirs }];
  });
  return {
    failure: null,
    differences,
    explainedBy: differences.length === 0 ? [] : explain(own, scanned),
    keys: differingKeys(own, scanned),
  };
}

/** A fault explains a difference in its own direction; more and fewer at once may also leave as many. */
function explain(own: Facts, scanned: Facts): string[] {
  const more = scanned.keyProfile.rows - own.keyProfile.rows;
  const wrong = own.readerFaults.filter(({ effect }) => effect.endsWith(" rows"));
  const either = ({ effect }: ReaderFault): boolean => effect === "perhaps other rows";
  const both = wrong.some(either) || new Set(wrong.map(({ effect }) => effect === "more rows")).size > 1;
  const fits = ({ effect }: ReaderFault): boolean => both || (effect === "more rows" ? more > 0 : more < 0);
  return wrong.filter(fits).map(({ sentence }) => sentence);
}

/** Keys are told only where both samples hold every duplicated key: what a bounded sample lacks proves nothing. */
function differingKeys(own: Facts, scanned: Facts): ReadingComparison["keys"] {
  if ([own, scanned].some(({ samples, keyProfile }) => samples.length < keyProfile.duplicatedKeys)) return [];
  const [ours, theirs] = [own, scanned].map(({ samples }) => new Map(samples.map(({ key, rowCount }) => [JSON.stringify(key), rowCount])));
  const all = [...new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])];
  return all
    .map((text) => ({ key: JSON.parse(text) as string[], own: ours?.get(text) ?? 0, scan: theirs?.get(text) ?? 0 }))
    .filter((key) => key.own !== key.scan)
    .toSorted((a, b) => Math.max(b.own, b.scan) - Math.max(a.own, a.scan))
    .slice(0, KEYS_MAX);
}

/** What a comparison found, as reasons beside the trust in the own plan's numbers; none where the two agree. Pure. */
export function sayComparison({ failure, differences, explainedBy }: ReadingComparison): string[] {
  const why = explainedBy.length > 0 ? `Known of it: ${explainedBy.join(" ")}` : "No known fault of it explains that: unexplained.";
  if (failure) return [`DuckDB's iceberg_scan gave no answer to compare with: ${failure.message} ${why}`];
  if (differences.length === 0) return [];
  const named = differences.map(({ what, own, scan }) =>
    what === "keys" ? "which keys are duplicated, and how often" : `${what} ${scan} and not ${own}`,
  );
  return [`DuckDB's iceberg_scan differs at the same snapshot: ${named.join(", ")}. ${why}`];
}
