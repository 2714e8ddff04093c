import { fromStart } from "#e2e/bench/read-facts.ts";

/** As `ours-explained`, where DuckDB has a gibibyte and spills what it cannot hold. */
export const oursSmallMemory = fromStart({ explain: true, memoryBytesMax: 2 ** 30 });
