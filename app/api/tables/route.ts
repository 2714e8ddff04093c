import { z } from "zod";
import { readOverview } from "#app/(dashboard)/_overview/read-overview.ts";
import { handleGet } from "#app/_http/handle.ts";
import { OverviewTables } from "#lib/contracts/overview.ts";

/** The tables that the overview shows; asked as the overview's own address is. */
export const GET = handleGet(z.record(z.string(), z.string()), OverviewTables, async (db, params) => {
  const { now, rows, selection } = await readOverview(db, params);
  return { now: now.toISOString(), tables: rows, total: selection.total, groups: selection.groups };
});
