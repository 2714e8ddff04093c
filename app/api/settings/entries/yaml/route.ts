import { z } from "zod";
import { handleGet } from "#app/_http/handle.ts";
import { listEntries } from "#db/queries/settings-entries.ts";
import { writeYaml } from "#lib/config/write-yaml.ts";

/** All that was entered, as a configuration file says it. */
export const GET = handleGet(z.object({}), null, async (db) => {
  const text = writeYaml(await listEntries(db), { at: new Date() });
  return new Response(text, {
    headers: {
      "Content-Type": "application/yaml; charset=utf-8",
      "Content-Disposition": 'attachment; filename="bergwatch.yaml"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
