import { listRegistryHealth } from "#db/queries/registry-health.ts";
import { changeServiceState } from "#db/queries/service-states.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { RegistryHealth, RegistryLook } from "#lib/contracts/registry-health.ts";
import { findHealth } from "#lib/judging/catalog-health.ts";
import { afterRegistryLook } from "#lib/judging/registry-health.ts";

/**
 * Notes what a reading or a test met in a schema registry, where that changes how it does. What is stored counts and not what this process knew,
 * for other workers ask as well.
 */
export async function noteRegistryLook(
  { database: { db }, now, log }: Pick<TaskDeps, "database" | "now" | "log">,
  look: RegistryLook,
): Promise<void> {
  const at = now();
  if (afterRegistryLook(findHealth(await listRegistryHealth(db), look.name), look, at) === null) return;
  await changeServiceState(db, "registries", (state) => {
    const registries = state?.registries ?? [];
    const before = findHealth(registries, look.name);
    const after = afterRegistryLook(before, look, at);
    if (after === null) return null;
    if (before?.state !== after.state) logChange(log, after);
    const others = registries.filter((one) => one !== before);
    return { registries: [...others, after].toSorted((a, b) => a.name.localeCompare(b.name)) };
  });
}

function logChange(log: TaskDeps["log"], { name: registry, state, fault }: RegistryHealth): void {
  if (state === "well") log.info({ registry }, `The schema registry ${registry} answers.`);
  else log.warn({ registry }, fault ?? `The schema registry ${registry} does not answer.`);
}
