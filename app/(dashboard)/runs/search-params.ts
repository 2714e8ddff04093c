import { z } from "zod";

const After = z.tuple([z.iso.datetime(), z.uuid()]);

/** Where a page of runs goes on: the last run of the page before. Anything else in the address is taken for the first page. */
export function readAfter(params: Record<string, string | string[] | undefined>): { queuedAt: Date; id: string } | undefined {
  const { after } = params;
  const parsed = After.safeParse(typeof after === "string" ? after.split("~") : undefined);
  return parsed.success ? { queuedAt: new Date(parsed.data[0]), id: parsed.data[1] } : undefined;
}

export function afterLink({ queuedAt, id }: { queuedAt: Date; id: string }): string {
  return `/runs?after=${encodeURIComponent(`${queuedAt.toISOString()}~${id}`)}`;
}
