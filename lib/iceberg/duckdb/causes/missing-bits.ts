import { EVIDENCE_NAMES, type EvidenceName } from "#lib/names.ts";

/** The bit of one missing evidence in a `missing` column. Pure. */
export function missingBit(name: EvidenceName): number {
  return 2 ** EVIDENCE_NAMES.indexOf(name);
}

/** What the bits of a `missing` column say. Pure. */
export function readMissing(bits: number): ReadonlySet<EvidenceName> {
  return new Set(EVIDENCE_NAMES.filter((name) => (bits & missingBit(name)) !== 0));
}
