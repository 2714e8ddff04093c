/** What one round of a case about the whole service found; the other way was measured in the same round. Milliseconds. */
export interface ServiceMeasurement {
  ms: number;
  otherMs: number;
  /** How many runs `ms` was for, where the case is about runs. */
  runs?: number;
  /** What else was counted; the same names in the same order each time. */
  figures?: readonly ServiceFigure[];
  /** The most memory that the measured process held, where the case is about one. */
  residentBytesMax?: number;
}

export interface ServiceFigure {
  name: string;
  value: number;
  unit: "count" | "s";
}

/** Runs a case once. Throws when what the service answers is wrong, or never comes. */
export type RunServiceCase = () => Promise<ServiceMeasurement>;
