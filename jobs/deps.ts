import { allVariables, env } from "#lib/env.ts";
import type { GatherFacts } from "#lib/iceberg/contract.ts";
import { createGatherFacts } from "#lib/iceberg/reader-pool.ts";

/** The real world for commands. The environment is read at the first reading (AppError usage when faulty), so that help needs none. */
export function createDeps(): { gatherFacts: GatherFacts; configFile: () => string; now: () => Date } {
  let gatherFacts: GatherFacts | undefined;
  return {
    now: () => new Date(),
    configFile: () => env().configFile,
    gatherFacts: async (request, options) => {
      gatherFacts ??= wireReaders();
      return await gatherFacts(request, options);
    },
  };
}

function wireReaders(): GatherFacts {
  const { dataDir, extensionDir, extensionRepository, memoryBytesMax, spillBytesMax, durationSecondsMax, threads } = env();
  return createGatherFacts({
    limits: { memoryBytesMax, spillBytesMax, durationMsMax: durationSecondsMax * 1000, threads },
    dataDirectory: dataDir,
    extensionDirectory: extensionDir,
    extensionRepository,
    environment: allVariables(),
  });
}
