import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startEmbeddedPostgres } from "#db/embedded.ts";
import { checkPort } from "#jobs/service/free-port.ts";
import { takeInstanceLock } from "#jobs/service/instance-lock.ts";
import { prepareDatabase } from "#jobs/service/prepare-database.ts";
import { ProgramWatch } from "#jobs/service/program-watch.ts";
import { SupervisedChild } from "#jobs/service/supervise.ts";
import { untilServiceReady } from "#jobs/service/until-ready.ts";
import { BUILD_VARIABLE, findBuild } from "#jobs/web-build.ts";
import type { Env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

export interface ServiceDeps {
  env: Env;
  /** What the children get of the environment. */
  variables: Record<string, string | undefined>;
  /** A sentence for the log. */
  say: (sentence: string) => void;
  /** Told once, when everything works. */
  onReady: () => void;
  /** Aborted when a person or the system asks the service to end. */
  signal: AbortSignal;
}

const PROJECT = join(import.meta.dirname, "../..");
const CHILD_GRACE_MS = 4000;

/**
 * Runs Postgres (unless DATABASE_URL names one), the worker and the web server until `signal` asks to end; then all of them have ended.
 * Throws AppError: usage (port), already_running, store_* (Postgres; also when its own ended too often), internal (the worker or the pages cannot work); nothing is left running.
 */
export async function runService({ env, variables, say, onReady, signal }: ServiceDeps): Promise<void> {
  const endings: (() => Promise<void>)[] = [];
  try {
    const lock = await takeInstanceLock(env.dataDir);
    endings.push(lock.release);
    await checkPort(env.host, env.port);
    const build = findBuild();
    const givenUp = Promise.withResolvers<never>();
    givenUp.promise.catch(() => {});
    const onPostgresGivenUp = (sentence: string): void => givenUp.reject(new AppError("store_unreachable", sentence));
    const url = env.databaseUrl ?? (await startOwnPostgres(env.dataDir, { say, onGivenUp: onPostgresGivenUp }, endings));
    await prepareDatabase(url, say, env);
    if (signal.aborted) return;

    const giveUp = (sentence: string): void => givenUp.reject(new AppError("internal", `${sentence} See the log above.`));
    const forNext = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production", [BUILD_VARIABLE]: build };
    const children = startChildren(env, { ...variables, DATABASE_URL: url, ...forNext }, { say, giveUp });
    endings.push(async () => {
      await Promise.all([children.worker.stop(CHILD_GRACE_MS), children.web.stop(CHILD_GRACE_MS)]);
    });
    const asked = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    await Promise.race([untilServiceReady(env.ownUrl, signal), givenUp.promise]);
    if (signal.aborted) return;
    children.noteReady();
    lock.announce(env.publicUrl);
    onReady();
    await Promise.race([asked, givenUp.promise]);
  } finally {
    // Last begun, first ended: nobody writes any more when Postgres ends.
    for (const end of endings.toReversed()) await end();
  }
}

async function startOwnPostgres(
  dataDir: string,
  { say, onGivenUp }: { say: (sentence: string) => void; onGivenUp: (sentence: string) => void },
  endings: (() => Promise<void>)[],
): Promise<string> {
  say("Postgres starts in the data folder.");
  const postgres = await startEmbeddedPostgres({ dataDir, say, onGivenUp });
  endings.push(postgres.stop);
  return postgres.url;
}

function startChildren(
  env: Env,
  environment: Record<string, string | undefined>,
  { say, giveUp }: { say: (sentence: string) => void; giveUp: (sentence: string) => void },
): {
  worker: SupervisedChild;
  web: SupervisedChild;
  /** Both worked once. */
  noteReady: () => void;
} {
  const watch = new ProgramWatch({ say, giveUp, tell: (notes) => web.tell(notes), now: () => new Date() });
  const next = join(PROJECT, "node_modules/next/dist/bin/next");
  const preloaded = ["end-with-parent.ts", "refuse-trace.ts"].flatMap((file) => [
    "--import",
    pathToFileURL(join(import.meta.dirname, file)).href,
  ]);
  const web = new SupervisedChild(
    {
      name: "The web server",
      args: [...preloaded, next, "start", "--hostname", env.host, "--port", String(env.port)],
      environment,
      directory: PROJECT,
    },
    watch.of("web"),
  );
  const worker = new SupervisedChild(
    { name: "The worker", args: [join(PROJECT, "jobs/main.ts")], environment, directory: PROJECT },
    watch.of("worker"),
  );
  const noteReady = (): void => {
    watch.noteReady();
    web.noteReady();
    worker.noteReady();
  };
  return { worker, web, noteReady };
}
