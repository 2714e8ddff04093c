import { AppError } from "#lib/errors.ts";
import type { GatherOptions, Progress, ReaderLimits } from "#lib/iceberg/contract.ts";
import { ReaderChild, type ReaderProgram } from "#lib/iceberg/reader-child.ts";
import { cancelledError, type ReaderEnding, settleReading } from "#lib/iceberg/reader-ending.ts";
import type { ReaderFinding, ReaderKind, ReaderKinds, ReaderRequest, ReaderTask } from "#lib/iceberg/reader-protocol.ts";
import { makeSpillFolder, removeSpillFolder, sweepSpillFolders } from "#lib/iceberg/reader-spill.ts";
import { findAccessAgain } from "#lib/iceberg/stores/access-again.ts";
import { hideSecrets } from "#lib/iceberg/stores/hide-secrets.ts";
import { secretValues, type StoreAccess } from "#lib/iceberg/stores/store-access.ts";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import { registrySecrets, type RegistryAccess } from "#lib/schema-registry/registry-access.ts";
import { WarmReaders, type WarmLimits } from "#lib/iceberg/warm-readers.ts";

export interface ReaderPoolOptions extends ReaderProgram, Pick<ReaderTask, "limits" | "extensionDirectory" | "extensionRepository"> {
  /** Spilled data goes below its `spill` folder. */
  dataDirectory: string;
  /** Readers that wait for a next reading, since starting one takes longer than reading a small table. Not given: none. */
  warm?: WarmLimits | undefined;
  /** How the table at a location is opened; not given: only files of this machine are. Throws AppError. */
  findAccess?: ((location: string, signal: AbortSignal) => Promise<StoreAccess>) | undefined;
  /** How the schema registry of a name is asked; a fault of it is a part of the answer. Not given: there are none. */
  findRegistry?: ((name: string) => Promise<RegistryAccess>) | undefined;
  /** Told after each reading that asked a schema registry, or would have. */
  onRegistry?: ((look: RegistryLook) => void) | undefined;
}

/** Asks a reader for one kind of finding. Throws AppError as GatherFacts does. */
type Ask<K extends ReaderKind> = (request: ReaderKinds[K]["request"], options?: GatherOptions) => Promise<ReaderKinds[K]["found"]>;

export interface ReaderPool {
  /** `findAccess`: in the place of the pool's own, for what is not configured yet. */
  ask: <K extends ReaderKind>(kind: K, findAccess?: ReaderPoolOptions["findAccess"]) => Ask<K>;
}

/**
 * Reads tables in reader processes, one at a time in each: a table that aborts, hangs or eats memory ends its process and nothing else.
 * Where a catalog's credentials end in the middle of a reading, or its table moves on under it, the reading begins once more within its time.
 * Whatever happens, the promise settles, and by then the spilled data is gone, and so is the process, unless it answered without a fault and
 * waits, its database closed, for a next reading.
 */
export function createReaderPool(options: ReaderPoolOptions): ReaderPool {
  const { extensionDirectory, extensionRepository, dataDirectory } = options;
  const warm = new WarmReaders(options.warm);
  let sweep: Promise<void> | undefined;

  const run = async (task: ReaderTask, gatherOptions: GatherOptions): Promise<ReaderEnding> => {
    const waiting = warm.take();
    const reader = waiting ?? new ReaderChild(options);
    const { ending, restedBytes } = await reader.read(task, gatherOptions);
    if (restedBytes !== null) await warm.giveBack(reader, restedBytes, ending);
    // It ended while it waited, before this reading: that says nothing of the table.
    if (waiting && restedBytes === null && saidNothing(ending)) return await run(task, gatherOptions);
    return ending;
  };

  const attempt = async (asked: ReaderRequest, access: StoreAccess | null, limits: ReaderLimits, rest: AttemptOptions) => {
    const spillDirectory = await makeSpillFolder(dataDirectory);
    const inTime = { ...limits, durationMsMax: rest.durationMsMax };
    const registry = await findRegistry(asked, options.findRegistry);
    const opened = { extensionDirectory, extensionRepository, spillDirectory, access, registry };
    const secrets = [...(access === null ? [] : secretValues(access)), ...(registry === null ? [] : registrySecrets(registry))];
    try {
      const ending = await run({ asked: atMetadata(asked, access), limits: inTime, ...opened }, rest.gatherOptions);
      const finding = settleReading({ ...ending, output: hideSecrets(ending.output, secrets) }, limits);
      if (finding.registry !== undefined) options.onRegistry?.(finding.registry);
      return finding;
    } catch (error) {
      throw nameSubject(error, access);
    } finally {
      await removeSpillFolder(spillDirectory);
    }
  };

  const read = async (
    asked: ReaderRequest,
    gatherOptions: GatherOptions,
    howToOpen: ReaderPoolOptions["findAccess"],
  ): Promise<ReaderFinding> => {
    if (gatherOptions.signal?.aborted) throw cancelledError();
    sweep ??= sweepSpillFolders(dataDirectory);
    await sweep;
    const durationMsMax = gatherOptions.durationMsMax ?? options.limits.durationMsMax;
    const limits = { ...options.limits, durationMsMax };
    const findAccess = async () => (await howToOpen?.(asked.request.location, gatherOptions.signal ?? NEVER)) ?? null;
    const access = await findAccess();
    const watched = watchPhase(gatherOptions);
    const started = performance.now();
    try {
      return await attempt(asked, access, limits, { durationMsMax, gatherOptions: watched.options });
    } catch (error) {
      const again = await findAccessAgain({ error, access, phase: watched.phase() }, findAccess);
      const leftMs = Math.floor(durationMsMax - (performance.now() - started));
      if (again === null || leftMs <= 0) throw error;
      return await attempt(asked, again, limits, { durationMsMax: leftMs, gatherOptions });
    }
  };

  return {
    ask: (kind, findAccess = options.findAccess) => {
      return async (request, gatherOptions = {}) => {
        const finding = await read({ kind, request } as ReaderRequest, gatherOptions, findAccess);
        if (finding.kind !== kind) throw new Error(`the reader answered with ${finding.kind} where ${kind} was asked for`);
        return finding.found;
      };
    },
  };
}

interface AttemptOptions {
  /** What is left of the limit. */
  durationMsMax: number;
  gatherOptions: GatherOptions;
}

const NEVER = new AbortController().signal;

/** The same options, and how far the reading has come by its own word. */
function watchPhase(gatherOptions: GatherOptions): { options: GatherOptions; phase: () => Progress["phase"] | null } {
  let phase: Progress["phase"] | null = null;
  const onProgress = (progress: Progress): void => {
    phase = progress.phase;
    gatherOptions.onProgress?.(progress);
  };
  return { options: { ...gatherOptions, onProgress }, phase: () => phase };
}

async function findRegistry({ request }: ReaderRequest, find: ReaderPoolOptions["findRegistry"]): Promise<RegistryAccess | null> {
  const name = "explain" in request ? (request.explain?.registry ?? null) : null;
  return name === null || find === undefined ? null : await find(name);
}

/** The reader reads the metadata file that the catalog named just now. */
function atMetadata(asked: ReaderRequest, access: StoreAccess | null): ReaderRequest {
  if (access === null || access.metadataFile === null) return asked;
  return { ...asked, request: { ...asked.request, location: access.metadataFile } } as ReaderRequest;
}

/** A fault of a catalog's table names files alone: the person knows it by its name. */
function nameSubject(error: unknown, access: StoreAccess | null): unknown {
  if (!(error instanceof AppError) || access === null || access.subject === null || !error.code.startsWith("table_")) return error;
  return new AppError(error.code, `${error.message} (This is ${access.subject}.)`, { cause: error.cause });
}

function saidNothing({ answer, stopped, lastProgress }: ReaderEnding): boolean {
  return answer === null && stopped === null && lastProgress === null;
}
