import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import { ADDRESS_HEADER } from "#app/_http/security-headers.ts";
import { findIncidentName } from "#db/queries/incidents.ts";
import { readIncidentName } from "#lib/contracts/incident-number.ts";
import { incidentLink } from "#lib/contracts/links.ts";

type Named = NonNullable<Awaited<ReturnType<typeof findIncidentName>>>;

/**
 * The incident that an address names. `INC-214` or `214` in the id's place leads to the permanent address, the query kept. One that nobody
 * knows is the not-found face. `ok` false: Postgres does not answer; `message` says so. Never returns when it leads elsewhere.
 */
export async function findIncident(params: Promise<{ incidentId: string }>): Promise<PageData<Named>> {
  const { incidentId } = await params;
  const read = await lookUpOnce(incidentId);
  if (!read.ok) return read;
  if (read.value === null) notFound();
  if (read.value.id !== incidentId.toLowerCase()) {
    const query = /\?.*$/.exec((await headers()).get(ADDRESS_HEADER) ?? "")?.[0] ?? "";
    redirect(`${incidentLink(read.value.id)}${query}`);
  }
  return { ok: true, value: read.value };
}

/** A page and its title ask for the same incident. */
const lookUpOnce = cache(async (named: string): Promise<PageData<Named | null>> => {
  const number = readIncidentName(named);
  const asked = number === null ? { id: named } : { number };
  if ("id" in asked && !z.uuid().safeParse(named).success) return { ok: true, value: null };
  return await readForPage(async (db) => await findIncidentName(db, asked));
});
