/** Decimal numbers that travel as text and are added up without a float. Pure. */

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** The sum of decimal texts such as `84.90`, with as many digits as the finest of them; null: one is no decimal, or there is none. */
export function sumDecimals(texts: readonly string[]): string | null {
  const parts = texts.map(readDecimal);
  const scale = Math.max(0, ...parts.map((part) => part?.scale ?? 0));
  let sum = 0n;
  for (const part of parts) {
    if (part === null) return null;
    sum += part.digits * 10n ** BigInt(scale - part.scale);
  }
  return texts.length === 0 ? null : writeDecimal(sum, scale);
}

/** `1236412.8` as `1,236,412.80`: groups of three, and no fewer than two digits behind a point. What is no decimal stays as it is. */
export function groupDecimal(text: string): string {
  const part = readDecimal(text);
  if (part === null) return text;
  const written = writeDecimal(part.digits, part.scale);
  const [whole = "", fraction] = written.replace("-", "").split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return `${part.digits < 0n ? "\u2212" : ""}${grouped}${fraction === undefined ? "" : `.${fraction.padEnd(2, "0")}`}`;
}

function readDecimal(text: string): { digits: bigint; scale: number } | null {
  const [, sign, whole, fraction = "", exponent = "0"] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function writeDecimal(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const sign = digits < 0n ? "-" : "";
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}
