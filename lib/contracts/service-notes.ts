import { z } from "zod";

/** What became of the programs of the service, as the process that runs them all tells the web server. */
export const ServiceNotes = z.strictObject({
  type: z.literal("notes"),
  notes: z.array(
    z.strictObject({
      sentence: z.string(),
      /** False: the program ended too often, and is not started again. */
      isRunning: z.boolean(),
    }),
  ),
});
export type ServiceNotes = z.infer<typeof ServiceNotes>;
