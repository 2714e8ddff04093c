import type { KeyDelete, KeyVerdict, RowEvidence } from "#lib/iceberg/contract-causes.ts";

/** How what was found about a key is hidden: whether a role's column is masked, and the text that stands in the place of a value. */
export interface EvidenceHiding {
  hides: Record<"kafkaTimestamp" | "eventTime" | "sourceTime" | "op" | "deleted", boolean>;
  /** Of each part of the log position. */
  lsn: readonly boolean[];
  mask: (what: string, value: string) => string;
  hidesField: (partitionField: string) => boolean;
  maskPath: (file: string) => string;
}

/**
 * A row's evidence without the values of masked columns. What only says which rows are alike stays (payload, content), and so does how key
 * bytes were read: neither tells a value. A masked flag is left out. Pure.
 */
export function maskEvidence(evidence: RowEvidence, { hides, lsn, mask, hidesField }: EvidenceHiding): RowEvidence {
  const maskIf = (hidden: boolean | undefined, what: string, value: string | null): string | null =>
    hidden === true && value !== null ? mask(what, value) : value;
  return {
    ...evidence,
    kafkaTimestamp: maskIf(hides.kafkaTimestamp, "Kafka timestamp", evidence.kafkaTimestamp),
    eventTime: maskIf(hides.eventTime, "event time", evidence.eventTime),
    sourceTime: maskIf(hides.sourceTime, "source time", evidence.sourceTime),
    op: maskIf(hides.op, "op", evidence.op),
    lsn: evidence.lsn.map((part, at) => maskIf(lsn[at], `log position ${at}`, part)),
    deleted: hides.deleted ? null : evidence.deleted,
    scope: evidence.scope === null ? null : maskScope(evidence.scope, { mask, hidesField }),
  };
}

/** A verdict whose deletes tell no masked value by their paths and partitions; their columns are names, and stay. Pure. */
export function maskVerdict(verdict: KeyVerdict, hiding: EvidenceHiding): KeyVerdict {
  const maskDelete = (one: KeyDelete): KeyDelete => ({
    ...one,
    file: hiding.maskPath(one.file),
    scope: one.scope === null ? null : maskScope(one.scope, hiding),
  });
  return { ...verdict, deletes: verdict.deletes.map(maskDelete) };
}

/**
 * A partition as a person reads it, `spec 0, email=a@b, day=2026-10-05`, up to its first hidden value: what comes behind that may still be
 * the value's own text.
 */
function maskScope(scope: string, { mask, hidesField }: Pick<EvidenceHiding, "mask" | "hidesField">): string {
  for (const { 0: part, 1: field, index } of scope.matchAll(/(?:^|, )([^=,]+)=/g)) {
    if (field === undefined || !hidesField(field)) continue;
    const valueAt = index + part.length;
    return `${scope.slice(0, valueAt)}${mask(`partition ${field}`, scope.slice(valueAt))}`;
  }
  return scope;
}
