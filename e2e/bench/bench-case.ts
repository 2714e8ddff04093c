import type { BenchTable, Truth } from "#e2e/bench/bench-table.ts";

/** What a case says about the table; every number is held against the known answer. */
export type Answer = Partial<Truth>;

export interface CaseResult {
  answer: Answer;
  /** Wall time of the case's steps by name, milliseconds. */
  parts: Record<string, number>;
  /** From here on counts, where a case leaves its own start out. */
  from?: Mark;
}

/** A moment of a process: its own clock in milliseconds, and the processor time (user and system) spent so far in milliseconds. */
export interface Mark {
  at: number;
  processorMs: number;
}

/** One way of reading or counting a table, run once in a process of its own. */
export type RunCase = (table: BenchTable) => Promise<CaseResult>;

/** Now, as this process sees it. */
export function mark(): Mark {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return { at: performance.now(), processorMs: (userCPUTime + systemCPUTime) / 1000 };
}
