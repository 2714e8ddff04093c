import { eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { serviceStates } from "../schema/service-states.ts";
import { SERVICE_STATES, type ServiceState, type ServiceStateName, type ToldServiceState } from "#lib/contracts/service-state.ts";

/** What was last told under this name; null: nothing, or by a version that told it in another shape. */
export async function findServiceState<Name extends ServiceStateName>(db: Db, name: Name): Promise<ServiceState<Name> | null> {
  const [row] = await db.select({ value: serviceStates.value }).from(serviceStates).where(eq(serviceStates.name, name));
  const parsed = SERVICE_STATES[name].safeParse(row?.value);
  return parsed.success ? (parsed.data as ServiceState<Name>) : null;
}

/** Tells it, in the place of what was told before. */
export async function tellServiceState<Name extends ServiceStateName>(db: Db, name: Name, value: ToldServiceState<Name>): Promise<void> {
  await db
    .insert(serviceStates)
    .values({ name, value })
    .onConflictDoUpdate({ target: serviceStates.name, set: { value, updatedAt: sql`now()` } });
}

/**
 * Changes what was last told under this name, one at a time, by whichever process; `change` is given null where nothing was told, and gives
 * null where nothing changes. Returns what it made of it.
 */
export async function changeServiceState<Name extends ServiceStateName>(
  db: Db,
  name: Name,
  change: (before: ServiceState<Name> | null) => (ServiceState<Name> & ToldServiceState<Name>) | null,
): Promise<ServiceState<Name> | null> {
  return await db.transaction(async (tx) => {
    // The first time there is no row to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('bergwatch state'), hashtext(${name}))`);
    const after = change(await findServiceState(tx, name));
    if (after !== null) await tellServiceState(tx, name, after as ToldServiceState<Name>);
    return after;
  });
}
