import type { ExpectedAnswer } from "#lib/testing/test-tables.ts";

/** What a command left. */
interface CommandOutput {
  exit: number | null;
  /** What ended it by force. */
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** The parts of the printed document that are compared. */
interface Answer {
  snapshotId?: string | null;
  metrics?: Record<string, number | null>;
  notComputed?: Record<string, string>;
  partitionsPerKey?: Record<string, number>;
  samples?: { key: string[]; cause?: string; winner?: number | null; evidence?: { file: string | null; position: string | null }[] }[];
  causes?: Record<string, number> | null;
  undecided?: { cause: string; missing: string[]; keys: number }[];
  trust?: { level: string; reasons: string[] };
  error?: { code: string; message: string };
}

const MESSAGE_LENGTH_MIN = 20;

function parsed(stdout: string): Answer | null {
  try {
    return JSON.parse(stdout) as Answer;
  } catch {
    return null;
  }
}

/** What differs from the expected answer, a sentence each; empty when nothing does. */
export function findDifferences(expected: ExpectedAnswer, output: CommandOutput): string[] {
  if (output.signal !== null) return [`ended by ${output.signal}`];
  const answer = parsed(output.stdout);
  const exit = output.exit === expected.exit ? [] : [`exit ${output.exit}, expected ${expected.exit} ${answer?.error?.message ?? ""}`];
  if (answer?.error !== undefined && (expected.exit === 0 || expected.exit === 4)) return exit;
  if (expected.exit !== 0 && expected.exit !== 4) return [...exit, ...refusalFaults(output, answer)];
  if (answer === null) return [...exit, `standard output is not one JSON document: ${output.stdout.slice(0, 100)}`];
  return [
    ...exit,
    ...trustFaults(expected, answer),
    ...numberFaults(expected, answer),
    ...sampleFaults(expected, answer),
    ...causeFaults(expected, answer),
  ];
}

function refusalFaults(output: CommandOutput, answer: Answer | null): string[] {
  const message = `${answer?.error?.message ?? ""}${output.stderr}`.trim();
  return [
    ...(message.length < MESSAGE_LENGTH_MIN ? ["no message"] : []),
    ...(output.stdout.trim() !== "" && answer?.error === undefined
      ? [`standard output holds no error: ${output.stdout.slice(0, 100)}`]
      : []),
    ...(answer?.metrics === undefined ? [] : ["numbers for a call that must be refused"]),
  ];
}

function trustFaults(expected: ExpectedAnswer, answer: Answer): string[] {
  const { level, reasons } = answer.trust ?? { level: "none", reasons: [] };
  return [
    ...(expected.trust === undefined || expected.trust === level
      ? []
      : [`trust ${level}, expected ${expected.trust}: ${reasons.join(" ")}`]),
    ...(expected.reason !== undefined && !reasons.join("\n").includes(expected.reason) ? [`no reason names ${expected.reason}`] : []),
    ...(level === "untrusted" && reasons.length === 0 ? ["untrusted without a reason"] : []),
    ...(expected.snapshotId === undefined || expected.snapshotId === answer.snapshotId
      ? []
      : [`snapshot ${answer.snapshotId}, expected ${expected.snapshotId}`]),
  ];
}

function numberFaults(expected: ExpectedAnswer, answer: Answer): string[] {
  const metrics = answer.metrics ?? {};
  const wrong = Object.entries(expected.metrics ?? {}).filter(([name, value]) => !sameNumber(name, metrics[name], value));
  const unexplained = Object.entries(metrics).filter(([name, value]) => value === null && !answer.notComputed?.[name]);
  const buckets = Object.entries(expected.partitionsPerKey ?? {}).filter(([bucket, n]) => (answer.partitionsPerKey?.[bucket] ?? 0) !== n);
  return [
    ...wrong.map(([name, value]) => `${name} ${metrics[name]}, expected ${value}`),
    ...unexplained.map(([name]) => `${name} is null without a reason`),
    ...buckets.map(([bucket, n]) => `keys in ${bucket} partitions ${answer.partitionsPerKey?.[bucket]}, expected ${n}`),
  ];
}

/** Raw readings may be null: they are not computed on every table. */
function sameNumber(name: string, value: number | null | undefined, expected: number | null): boolean {
  if (value === null && name.startsWith("raw_")) return true;
  if (typeof value !== "number" || expected === null) return value === expected;
  return Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
}

function sampleFaults(expected: ExpectedAnswer, answer: Answer): string[] {
  const duplicated = expected.duplicatedKeyTexts ?? [];
  const sampled = (answer.samples ?? []).map(({ key }) => JSON.stringify(key));
  const strangers = sampled.filter((key) => !duplicated.includes(key));
  return [
    ...(duplicated.length > 0 && sampled.length === 0 ? ["no sample of the duplicated keys"] : []),
    ...strangers.map((key) => `the sampled key ${key} is not duplicated`),
  ];
}

function causeFaults({ causes, undecided = [], cause_of_key: causeOf = {}, winners = {} }: ExpectedAnswer, answer: Answer): string[] {
  if (causes === undefined) return [];
  const [found, wanted] = [sorted(Object.entries(answer.causes ?? {}).filter(([, keys]) => keys > 0)), sorted(Object.entries(causes))];
  const inAnyOrder = (all: NonNullable<Answer["undecided"]>) => sorted(all.map(({ cause, keys, missing }) => [cause, keys, ...missing]));
  const [left, leaving] = [inAnyOrder(answer.undecided ?? []), inAnyOrder(undecided)];
  const ofKeys = (answer.samples ?? []).flatMap((sample) => {
    const key = JSON.stringify(sample.key);
    const row = sample.winner == null ? null : sample.evidence?.[sample.winner];
    const [right, expected] = [row && `${row.file?.split("/").at(-1)} ${row.position}`, winners[key] && placeOf(winners[key])];
    return [
      ...(sample.cause === causeOf[key] ? [] : [`the cause of ${key} is ${sample.cause}, expected ${causeOf[key]}`]),
      ...(right === expected ? [] : [`the right row of ${key} is ${right}, expected ${expected}`]),
    ];
  });
  return [
    ...(found === wanted ? [] : [`causes ${found}, expected ${wanted}`]),
    ...(left === leaving ? [] : [`undecided ${left}, expected ${leaving}`]),
    ...ofKeys,
  ];
}

const placeOf = ({ file, position }: { file: string; position: number }): string => `${file} ${position}`;

const sorted = (items: readonly unknown[]): string =>
  items
    .map((item) => JSON.stringify(item))
    .toSorted()
    .join(" ");
