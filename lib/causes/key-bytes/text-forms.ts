/** The text itself, in small letters and in capitals (of ASCII alone, so that its length in bytes stays): how it may stand behind its length. Pure. */
export function textForms(text: string): string[] {
  const forms = [text, text.replaceAll(/[A-Z]/g, (one) => one.toLowerCase()), text.replaceAll(/[a-z]/g, (one) => one.toUpperCase())];
  return [...new Set(forms)];
}
