import type { ColumnsByRole } from "#lib/column-roles.ts";
import type { SampledKey, SampleRow } from "#lib/iceberg/contract.ts";
import { maskEvidence, maskVerdict, type EvidenceHiding } from "#lib/mask-evidence.ts";

/** The columns by which a masked value can be seen elsewhere than in a row. */
export type SampleColumns = ColumnsByRole & {
  /** Columns of the business key, in its order. */
  key: readonly string[];
};

export interface MaskedSamples {
  samples: SampledKey[];
  /** Masked columns that the rows do not have. Then there are no samples: what was meant to be hidden may stand under another name. */
  unknown: string[];
}

/**
 * Sampled keys without the values of masked columns. Equal values of a column stay equal within a key ("masked 1"), so that what differs
 * between its rows is still seen; nothing can be computed back. A nested column masks the whole column that it lies in, a key column the
 * bytes of the Kafka key too, a Kafka or CDC column what was taken from it, and a column by which the files are partitioned its part of their
 * paths and partitions. Names are compared whatever the case. Masking what is masked changes nothing. Pure.
 */
export function maskSamples(samples: readonly SampledKey[], masked: readonly string[], columns: SampleColumns): MaskedSamples {
  const { key, kafkaKey, kafkaTopic, kafkaPartition, kafkaOffset } = columns;
  const hidden = new Set(masked.map(topColumn));
  const hidesBytes = [...key, ...(kafkaKey === null ? [] : [kafkaKey])].some((path) => hidden.has(topColumn(path)));
  if (hidesBytes && kafkaKey !== null) hidden.add(topColumn(kafkaKey));
  const present = new Set(samples.flatMap(({ rows }) => rows.flatMap(({ values }) => Object.keys(values).map(fold))));
  const unknown = samples.length === 0 ? [] : masked.filter((path) => !present.has(topColumn(path)));
  if (unknown.length > 0) return { samples: [], unknown };
  const hides = (path: string | null): boolean => path !== null && hidden.has(topColumn(path));
  const hiding: Hiding = {
    columns: hidden,
    key: key.map(hides),
    bytes: hidesBytes,
    topic: hides(kafkaTopic),
    partition: hides(kafkaPartition),
    offset: hides(kafkaOffset),
    evidence: {
      kafkaTimestamp: hides(columns.kafkaTimestamp),
      eventTime: hides(columns.eventTime),
      sourceTime: hides(columns.sourceTime),
      op: hides(columns.op),
      deleted: hides(columns.deleted),
    },
    lsn: columns.lsn.map(hides),
  };
  return { samples: samples.map((sample) => maskOne(sample, hiding)), unknown };
}

/** The columns of a key whose values are hidden, as they are written in `key`. Pure. */
export function hiddenKeyColumns(masked: readonly string[], key: readonly string[]): string[] {
  const hidden = new Set(masked.map(topColumn));
  return key.filter((path) => hidden.has(topColumn(path)));
}

/** Masked columns that a table with these top-level columns does not have, as they are written. Pure. */
export function unknownMasked(masked: readonly string[], columns: readonly { name: string }[]): string[] {
  const known = new Set(columns.map(({ name }) => fold(name)));
  return masked.filter((path) => !known.has(topColumn(path)));
}

/** Gives each value the text that stands in its place, "masked 1", "masked 2", …: equal values of one column get one. */
export function maskedNames(): (column: string, value: string) => string {
  const names = new Map<string, Map<string, string>>();
  return (column, value) => {
    const known = names.get(column) ?? new Map<string, string>();
    names.set(column, known);
    const name = known.get(value) ?? `masked ${known.size + 1}`;
    known.set(value, name);
    return name;
  };
}

/** Whether a text stands in the place of a masked value. A value that reads so itself is taken for masked too. Pure. */
export function isMasked(text: string): boolean {
  return /^masked(?: \d+)?$/.test(text);
}

/** What is masked beside the values of `columns`. */
interface Hiding {
  columns: ReadonlySet<string>;
  key: boolean[];
  bytes: boolean;
  topic: boolean;
  partition: boolean;
  offset: boolean;
  evidence: EvidenceHiding["hides"];
  lsn: boolean[];
}

function maskOne(sample: SampledKey, hiding: Hiding): SampledKey {
  const mask = maskedNames();
  const maskIf = (hides: boolean, what: string, value: string): string => (hides ? mask(what, value) : value);
  const maskBytes = (bytes: string): string => maskIf(hiding.bytes, "bytes of the key", bytes);
  const maskCoordinates = (text: string): string => {
    const at = text.lastIndexOf("/");
    const partition = maskIf(hiding.partition, "Kafka partition", text.slice(at + 1));
    return at < 0 ? partition : `${maskIf(hiding.topic, "Kafka topic", text.slice(0, at))}/${partition}`;
  };
  const evidenceHiding: EvidenceHiding = {
    hides: hiding.evidence,
    lsn: hiding.lsn,
    mask,
    hidesField: (field) => hidesField(field, hiding.columns),
    maskPath: (file) => maskPath(file, hiding.columns),
  };
  const maskRow = (row: SampleRow): SampleRow => ({
    ...row,
    values: Object.fromEntries(
      Object.entries(row.values).map(([name, value]) => [
        name,
        value !== null && hiding.columns.has(fold(name)) ? mask(fold(name), value) : value,
      ]),
    ),
    topic: row.topic === null ? null : maskIf(hiding.topic, "Kafka topic", row.topic),
    partition: row.partition === null ? null : maskIf(hiding.partition, "Kafka partition", row.partition),
    offset: row.offset === null ? null : maskIf(hiding.offset, "Kafka offset", row.offset),
    keyBytesHex: row.keyBytesHex === null ? null : maskBytes(row.keyBytesHex),
    file: row.file === null ? null : maskPath(row.file, hiding.columns),
    ...(row.evidence && { evidence: maskEvidence(row.evidence, evidenceHiding) }),
  });
  return {
    ...sample,
    key: sample.key.map((value, at) => (hiding.key[at] ? "masked" : value)),
    partitions: sample.partitions.map(maskCoordinates),
    keyBytesHex: sample.keyBytesHex.map(maskBytes),
    rows: sample.rows.map(maskRow),
    ...(sample.verdict && { verdict: maskVerdict(sample.verdict, evidenceHiding) }),
  };
}

/** Writers put the values that a file is partitioned by into its path, `email=…` and `email_bucket=…`. */
function maskPath(file: string, columns: ReadonlySet<string>): string {
  const parts = file.split("/").map((part) => {
    const at = part.indexOf("=");
    if (at < 0) return part;
    return hidesField(decodePart(part.slice(0, at)), columns) ? `${part.slice(0, at)}=masked` : part;
  });
  return parts.join("/");
}

/** Whether a partition field, by its name, is made of a hidden column: `email`, `email_bucket`, `person.email`. */
function hidesField(field: string, columns: ReadonlySet<string>): boolean {
  const folded = fold(field.trim());
  return [...columns].some((name) => folded === name || folded.startsWith(`${name}_`) || folded.startsWith(`${name}.`));
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fold(name: string): string {
  return name.toLowerCase();
}

/** `a` of `a.b`, folded; a name that holds a dot stands in double quotes. */
function topColumn(path: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(path)?.[1];
  return fold(quoted?.replaceAll('""', '"') ?? path.split(".")[0]?.trim() ?? path);
}
