/** The variables of the shell that a test stands in for, as a person who types the command has them, with `more` on top. */
export function shell(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // oxlint-disable-next-line bergwatch/process-env-only-in-env -- a test is the person at the shell, and no part of the product
  return { ...process.env, ...more };
}
