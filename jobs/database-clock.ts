/** The time by Postgres's clock, which all workers share, without asking Postgres each time. */
export interface DatabaseClock {
  now: () => Date;
  /** Asks Postgres; until the first time, `now` is this machine's. Rejects when Postgres does not answer: the clock goes on then. */
  follow: () => Promise<void>;
}

/** `ask`: the time by Postgres. Between two looks this machine's steady clock counts, which nobody sets. */
export function createDatabaseClock(ask: () => Promise<Date>, steadyMs = () => performance.now()): DatabaseClock {
  let offsetMs: number | null = null;
  return {
    now: () => new Date(offsetMs === null ? Date.now() : offsetMs + steadyMs()),
    follow: async () => {
      const askedMs = steadyMs();
      const told = await ask();
      offsetMs = told.getTime() - (askedMs + steadyMs()) / 2;
    },
  };
}
