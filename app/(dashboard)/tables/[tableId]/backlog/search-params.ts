import { z } from "zod";
import { backlogLink } from "#lib/contracts/links.ts";

const PARTITION_SORTS = ["rows", "files", "bytes", "ratio", "partition"] as const;
export type PartitionSort = (typeof PARTITION_SORTS)[number];

export interface BacklogParams {
  /** Not given: the newest. */
  snapshot?: string | undefined;
  sort: PartitionSort;
  /** From 1. */
  page: number;
}

const INT64_MAX = 2n ** 63n - 1n;

const Snapshot = z.string().refine((id) => /^-?\d{1,19}$/.test(id) && BigInt(id) <= INT64_MAX && BigInt(id) >= -INT64_MAX);

/** What the address asks for; `unknown`: it names a snapshot that none can be. What else it says wrongly is taken for not said. */
export function readBacklogParams(params: Record<string, string | string[] | undefined>): BacklogParams | "unknown" {
  const { snapshot } = params;
  const asked = Snapshot.optional().safeParse(snapshot === "" ? undefined : snapshot);
  if (!asked.success) return "unknown";
  return {
    snapshot: asked.data,
    sort: z.enum(PARTITION_SORTS).catch("rows").parse(params["sort"]),
    page: z.coerce.number().int().min(1).max(1000).catch(1).parse(params["page"]),
  };
}

/** The address of the page with some of it changed. */
export function backlogAddress(tableId: string, { snapshot, sort, page }: BacklogParams): string {
  const link = backlogLink(tableId, { snapshot });
  const more = new URLSearchParams();
  if (sort !== "rows") more.set("sort", sort);
  if (page > 1) more.set("page", String(page));
  if (more.size === 0) return link;
  return `${link}${link.includes("?") ? "&" : "?"}${more.toString()}`;
}
