import { z } from "zod";
import { handleGet } from "#app/_http/handle.ts";
import { searchTables } from "#db/queries/overview-search.ts";
import { FoundTables } from "#lib/contracts/overview.ts";

const Query = z.object({ q: z.string().max(200).default("") });

/** Tables by a part of their name. */
export const GET = handleGet(Query, FoundTables, async (db, { q }) => ({ tables: await searchTables(db, q.trim(), { limit: 20 }) }));
