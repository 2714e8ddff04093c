import { join } from "node:path";
import { cruiseLayers } from "./cruise.ts";
import { LAYER_RULES } from "./layers.ts";

const { violations, unread, modules } = await cruiseLayers(join(import.meta.dirname, ".."));
for (const { rule, from, to } of violations) {
  const why = LAYER_RULES.find(({ name }) => name === rule)?.comment ?? "";
  console.error(`${from} must not import ${to} (${rule}: ${why})`);
}
for (const file of unread) console.error(`${file} was not read, so no layer rule holds for it: see .config/cruise.ts`);
console.log(`layers: ${modules} modules, ${violations.length} violations, ${unread.length} unread`);
process.exitCode = violations.length + unread.length > 0 ? 1 : 0;
