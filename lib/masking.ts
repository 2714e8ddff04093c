import type { SampledKey, SampleRow } from "#lib/iceberg/contract.ts";

/** The columns by which a masked value can be seen elsewhere than in a row. */
export interface SampleColumns {
  /** Columns of the business key, in its order. */
  key: readonly string[];
  kafkaKey: string | null;
}

export interface MaskedSamples {
  samples: SampledKey[];
  /** Masked columns that the rows do not have. Then there are no samples: what was meant to be hidden may stand under another name. */
  unknown: string[];
}

/**
 * Sampled keys without the values of masked columns. Equal values of a column stay equal within a key ("masked 1"), so that what differs
 * between its rows is still seen; nothing can be computed back. A nested column masks the whole column that it lies in, a key column the
 * bytes of the Kafka key too. Names are compared whatever the case. Pure.
 */
export function maskSamples(samples: readonly SampledKey[], masked: readonly string[], { key, kafkaKey }: SampleColumns): MaskedSamples {
  const hidden = new Set(masked.map(topColumn));
  const hidesBytes = [...key, ...(kafkaKey === null ? [] : [kafkaKey])].some((path) => hidden.has(topColumn(path)));
  if (hidesBytes && kafkaKey !== null) hidden.add(topColumn(kafkaKey));
  const present = new Set(samples.flatMap(({ rows }) => rows.flatMap(({ values }) => Object.keys(values).map(fold))));
  const unknown = samples.length === 0 ? [] : masked.filter((path) => !present.has(topColumn(path)));
  if (unknown.length > 0) return { samples: [], unknown };
  const keyHidden = key.map((path) => hidden.has(topColumn(path)));
  return { samples: samples.map((sample) => maskOne(sample, hidden, keyHidden, hidesBytes)), unknown };
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

/** Whether a text stands in the place of a masked value. A value that reads so itself is taken for masked too. Pure. */
export function isMasked(text: string): boolean {
  return /^masked(?: \d+)?$/.test(text);
}

function maskOne(sample: SampledKey, hidden: ReadonlySet<string>, keyHidden: readonly boolean[], hidesBytes: boolean): SampledKey {
  const names = new Map<string, Map<string, string>>();
  const mask = (column: string, value: string): string => {
    const known = names.get(column) ?? new Map<string, string>();
    names.set(column, known);
    const name = known.get(value) ?? `masked ${known.size + 1}`;
    known.set(value, name);
    return name;
  };
  const maskBytes = (bytes: string): string => (hidesBytes ? mask("bytes of the key", bytes) : bytes);
  const maskRow = (row: SampleRow): SampleRow => ({
    ...row,
    values: Object.fromEntries(
      Object.entries(row.values).map(([name, value]) => [name, value !== null && hidden.has(fold(name)) ? mask(fold(name), value) : value]),
    ),
    keyBytesHex: row.keyBytesHex === null ? null : maskBytes(row.keyBytesHex),
  });
  return {
    ...sample,
    key: sample.key.map((value, at) => (keyHidden[at] ? "masked" : value)),
    keyBytesHex: sample.keyBytesHex.map(maskBytes),
    rows: sample.rows.map(maskRow),
  };
}

function fold(name: string): string {
  return name.toLowerCase();
}

/** `a` of `a.b`, folded; a name that holds a dot stands in double quotes. */
function topColumn(path: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(path)?.[1];
  return fold(quoted?.replaceAll('""', '"') ?? path.split(".")[0]?.trim() ?? path);
}
