/** Whether Postgres can hold a text that a person sends. Pure. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Said of one that it cannot. */
export const NOT_STORABLE = "it holds a NUL character or half of one that has two parts, which cannot be stored";
