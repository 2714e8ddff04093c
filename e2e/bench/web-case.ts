/** One number of a web case. Its lower or upper bar is only reported: most of them depend on the machine. */
export interface Figure {
  name: string;
  value: number;
  unit: "ms" | "bytes" | "ratio" | "points";
  /** At most so much, or at least. */
  bar?: { atMost: number } | { atLeast: number };
}

/** A web server over a store full of seeded tables, with nothing else running. */
export interface WebPlace {
  url: string;
  /** Ids of tables, some with duplicates. */
  tableIds: readonly string[];
  /** Milliseconds of processor time that the processes have taken so far. */
  processorMs: () => { web: number; postgres: number };
}

/** Measures once. Throws when a page is not what it should be. The same names in the same order each time. */
export type RunWebCase = (place: WebPlace) => Promise<Figure[]>;
