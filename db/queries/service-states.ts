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
