import { z } from "zod";

const Part = z.strictObject({
  ok: z.boolean(),
  /** What is so, or what is wrong and what to do. */
  message: z.string(),
});

/** Whether the service can do its work, part by part; what /readyz answers, with status 200 when ready and 503 when not. */
export const Readiness = z.strictObject({
  ready: z.boolean(),
  parts: z.strictObject({
    postgres: Part,
    migrations: Part,
    storage: Part,
    worker: Part,
    locks: Part,
    processes: Part,
    extensions: Part,
    keySecret: Part,
  }),
});
export type Readiness = z.infer<typeof Readiness>;
