import { isDiskFull, reasonOf } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";

/** A system's error as AppError out_of_disk or usage, with the sentence that `say` makes of its reason; any other error as it is. Pure. */
export function asFileFault(error: unknown, say: (reason: string, path: string | null) => string): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !("code" in error)) return error;
  const path = "path" in error && typeof error.path === "string" ? error.path : null;
  return new AppError(isDiskFull(error) ? "out_of_disk" : "usage", say(reasonOf(error), path), { cause: error });
}
