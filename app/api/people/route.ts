import { z } from "zod";
import { handleGet } from "#app/_http/handle.ts";
import { listPeople } from "#db/queries/people.ts";
import { People } from "#lib/contracts/person.ts";

/** Names that a form can offer where it asks for a person or a team. */
export const GET = handleGet(z.object({}), People, async (db) => ({ people: await listPeople(db) }));
