import type { Db } from "../client.ts";
import { findServiceState } from "./service-states.ts";
import type { RegistryHealth } from "#lib/contracts/registry-health.ts";

/** How the schema registries do that were asked so far, by name. One that nothing asked yet is missing. */
export async function listRegistryHealth(db: Db): Promise<RegistryHealth[]> {
  return (await findServiceState(db, "registries"))?.registries ?? [];
}
