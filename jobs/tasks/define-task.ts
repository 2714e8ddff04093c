import type { z } from "zod";
import type { QueueName } from "#db/queue.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";

/** Work that the queue hands out: its queue's name, the shape of its payload, and what to do. Doing it twice is harmless. */
export interface Task {
  name: QueueName;
  /** When it is due by itself, in UTC. */
  cron?: string;
  /** Parses the payload and does the work. Rejects only when the job is to be given out again. */
  run: (deps: TaskDeps, payload: unknown) => Promise<void>;
}

/** A task whose payload is checked by `payload` before `run` sees it; a job whose payload is wrong is dropped with a line in the log. */
export function defineTask<Payload>(task: {
  name: QueueName;
  cron?: string;
  payload: z.ZodType<Payload>;
  run: (deps: TaskDeps, payload: Payload) => Promise<void>;
}): Task {
  const { name, cron, payload, run } = task;
  return {
    name,
    ...(cron !== undefined && { cron }),
    run: async (deps, raw) => {
      const parsed = payload.safeParse(raw ?? {});
      if (parsed.success) return await run(deps, parsed.data);
      // Giving it out again would never end: it was sent by another version of this code.
      deps.log.error(
        { task: name, fault: parsed.error.message },
        "A job of the queue has a payload that this version does not know; it is dropped.",
      );
    },
  };
}
