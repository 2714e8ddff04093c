const SHORT = 4;

/** A text without these values, as they are and as URLs and JSON write them. Values below four characters would hide half of any text. */
export function hideSecrets(text: string, secrets: Iterable<string>): string {
  let hidden = text;
  for (const secret of [...secrets].toSorted((a, b) => b.length - a.length)) {
    if (secret.length < SHORT) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), secret.replaceAll("'", "''")]))
      hidden = hidden.replaceAll(form, "…");
  }
  return hidden;
}
