const SHOWN_MAX = 3;

/** Distinct messages, at most a few: the same fault repeats for every file that one engine wrote. */
export function firstFew(messages: readonly string[]): string[] {
  const distinct = [...new Set(messages)];
  if (distinct.length <= SHOWN_MAX) return distinct;
  return [...distinct.slice(0, SHOWN_MAX), `The same holds for ${distinct.length - SHOWN_MAX} more files.`];
}
