import { AppError } from "#lib/errors.ts";

/**
 * What `work` gives, within `ms`: Postgres ends its own long statements, but one that hangs says nothing at all.
 * Throws AppError store_unreachable when the time is over, and what `work` throws.
 */
export async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError("store_unreachable", `Postgres has not answered for ${ms / 1000} s; check that it runs and is not overloaded.`));
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more when it fails later.
    work.catch(() => {});
  }
}
