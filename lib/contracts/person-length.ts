// Apart from the shape in person.ts: the header needs it in the browser, and zod is an eighth of the first page's script.

export const PERSON_CHARS_MAX = 80;
