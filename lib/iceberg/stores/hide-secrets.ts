const SHORT = 4;
/** So much of a secret's beginning, or of its base64, is nobody's chance. */
const PART = 12;

/**
 * A text without these values: as they are; as URLs, forms, JSON and SQL write them; within base64, as a header of theirs may be repeated; and
 * cut short after their first dozen characters. Values below four characters would hide half of any text.
 */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  let hidden = text;
  for (const secret of [...secrets].toSorted((a, b) => b.length - a.length)) {
    if (secret.length < SHORT) continue;
    for (const form of new Set(formsOf(secret))) hidden = hidden.replaceAll(form, "…");
    hidden = hideBeginnings(hidden, secret);
  }
  return hidden;
}

function formsOf(secret: string): string[] {
  const url = encodeURIComponent(secret.toWellFormed());
  const form = new URLSearchParams({ "": secret }).toString().slice(1);
  const encoded = [url, form].flatMap((one) => [one, one.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())]);
  return [secret, ...encoded, JSON.stringify(secret).slice(1, -1), secret.replaceAll("'", "''"), ...base64Forms(secret)];
}

/** What base64 makes of it wherever it stands in what is encoded, without the signs that its neighbours have a part in. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((shift) => {
    const whole = bytes.subarray((3 - shift) % 3);
    const inner = whole.subarray(0, whole.length - (whole.length % 3));
    const encoded = inner.toString("base64");
    return encoded.length < PART ? [] : [encoded, inner.toString("base64url")];
  });
}

/** Servers show the first part of a token, and nobody is to have that either. */
function hideBeginnings(text: string, secret: string): string {
  const beginning = secret.slice(0, PART);
  if (secret.length <= PART) return text;
  let hidden = text;
  for (let at = hidden.indexOf(beginning); at !== -1; at = hidden.indexOf(beginning, at + 1)) {
    let length = PART;
    while (length < secret.length && hidden[at + length] === secret[length]) length++;
    hidden = `${hidden.slice(0, at)}…${hidden.slice(at + length)}`;
  }
  return hidden;
}
