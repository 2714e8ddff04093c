import type { GatherFacts } from "#lib/iceberg/contract.ts";

/** What a command needs of the world. */
export interface CommandDeps {
  gatherFacts: GatherFacts;
  now: () => Date;
  /** Aborts when the person cancels. */
  signal: AbortSignal;
  /** Writes one line for a person; results never go this way. */
  say: (line: string) => void;
  /** A person is watching, so progress is worth showing. */
  interactive: boolean;
}

/** What a command leaves: the whole of standard output, and the exit code. */
export interface CommandResult {
  output: string;
  exitCode: number;
}
