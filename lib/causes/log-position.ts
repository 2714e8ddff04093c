/**
 * Compares two parts of a log position as numbers of their kind, never as text: whole numbers (an LSN, an SCN, a binlog position), Postgres'
 * `16/B374D848` and SQL Server's `00000027:00000ac0:0002` (hexadecimal), other bytes (`0x2a`), decimals of equally many places behind the point, and
 * names that end in a number after the same beginning (`mysql-bin.000009`), each of at most 38 digits, 30 where they are hexadecimal. Above 0: `a` is
 * later. null: they are of different kinds, or no numbers, so neither is later. Pure.
 */
export function compareLogPositions(a: string, b: string): number | null {
  if (a === b) return 0;
  const [one, other] = [readPosition(a), readPosition(b)];
  if (one === null || other === null || one.kind !== other.kind) return null;
  return one.value === other.value ? 0 : one.value > other.value ? 1 : -1;
}

interface Position {
  /** Positions of one kind can be compared. */
  kind: string;
  value: bigint;
}

function readPosition(text: string): Position | null {
  const whole = /^(-?\d{1,38})(?:\.0+)?$/.exec(text)?.[1];
  if (whole !== undefined) return { kind: "number", value: BigInt(whole) };
  const postgres = /^([\da-f]{1,8})\/([\da-f]{1,8})$/i.exec(text);
  if (postgres) return { kind: "postgres", value: BigInt(`0x${postgres[1]}${postgres[2]?.padStart(8, "0")}`) };
  if (/^[\da-f]{8}:[\da-f]{8}:[\da-f]{4}$/i.test(text)) return { kind: "sql server", value: BigInt(`0x${text.replaceAll(":", "")}`) };
  if (/^0x[\da-f]+$/i.test(text)) return text.length > 32 ? null : { kind: "hexadecimal", value: BigInt(`0x${text.slice(2)}`) };
  const [, before = "", after = ""] = /^(-?\d+)\.(\d+)$/.exec(text) ?? [];
  if (after !== "") return text.length > 39 ? null : { kind: `decimal ${after.length}`, value: BigInt(before + after) };
  const numbered = /^(.*\D)(\d{1,38})$/s.exec(text);
  return numbered?.[1] === undefined ? null : { kind: `name ${numbered[1]}`, value: BigInt(numbered[2] ?? 0) };
}
