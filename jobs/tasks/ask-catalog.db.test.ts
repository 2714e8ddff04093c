import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelCatalogRequest, getCatalogRequest, type CatalogRequestRow } from "#db/queries/catalog-requests.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { askCatalog } from "#jobs/tasks/ask-catalog.ts";
import { recoverRuns } from "#jobs/tasks/recover-runs.ts";
import { keepRetention } from "#jobs/tasks/retention.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => {
  await world.close();
});

const BROWSE: CatalogRequestBody = { kind: "browse", catalog: "lake", namespace: ["shop"] };
const LISTING = { namespace: ["shop"], namespaces: [], tables: ["orders"], isCut: false };

async function ask(body: CatalogRequestBody = BROWSE): Promise<string> {
  return (await requestCatalog(world.database.db, world.deps.queue, body)).id;
}

async function read(id: string): Promise<CatalogRequestRow> {
  return await getCatalogRequest(world.database.db, id);
}

describe("a question to a catalog", () => {
  test("is sent once, answered, and kept for an hour", async () => {
    await world.takeSent();
    const id = await ask();
    expect(await world.takeSent()).toEqual([{ name: "ask-catalog", data: { requestId: id }, afterSeconds: 0 }]);
    const asked: unknown[] = [];
    world.lake.asking.browse = async (...question) => {
      asked.push(question.slice(0, 2));
      return await Promise.resolve(LISTING);
    };
    expect(await askCatalog(world.deps, { requestId: id })).toBe("succeeded");
    expect(asked).toEqual([["lake", ["shop"]]]);
    const row = await read(id);
    expect(row).toMatchObject({ state: "succeeded", finding: { kind: "browse", listing: LISTING }, progress: null });
    expect(Number(row.expiresAt) - Number(row.finishedAt)).toBe(3_600_000);
    expect(await askCatalog(world.deps, { requestId: id })).toBe("over");
  });

  test("fails with the catalog's own sentence", async () => {
    world.lake.asking.browse = async () =>
      await Promise.reject(new AppError("catalog_refused", "The catalog lake does not\0 know who asks."));
    const id = await ask();
    expect(await askCatalog(world.deps, { requestId: id })).toBe("failed");
    expect(await read(id)).toMatchObject({
      state: "failed",
      errorCode: "catalog_refused",
      errorMessage: "The catalog lake does not␀ know who asks.",
    });
  });

  test("keeps what nobody foresaw to the log", async () => {
    world.lake.asking.browse = async () => await Promise.reject(new Error("token=secret"));
    const id = await ask();
    await askCatalog(world.deps, { requestId: id });
    expect((await read(id)).errorMessage).toBe("It failed in a way that is not known; the worker's log says how.");
  });

  test("that is cancelled ends the asking, and stores nothing", async () => {
    const id = await ask();
    const begun = Promise.withResolvers<void>();
    world.lake.asking.browse = async (_catalog, _namespace, { signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new AppError("cancelled", "The reading was cancelled before it was done.");
    };
    const answering = askCatalog(world.deps, { requestId: id });
    await begun.promise;
    expect(await cancelCatalogRequest(world.database.db, id)).toBe(true);
    expect(await answering).toBe("over");
    expect(await read(id)).toMatchObject({ state: "cancelled", finding: null });
  });

  test("that never comes to an end is given up, and not held against the worker", async () => {
    const id = await ask();
    world.lake.asking.browse = async (_catalog, _namespace, { signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new AppError("cancelled", "The reading was cancelled before it was done.");
    };
    expect(await askCatalog(world.deps, { requestId: id }, { durationMsMax: 50 })).toBe("failed");
    expect(await read(id)).toMatchObject({ state: "failed", errorCode: "too_slow", finding: null });
  });

  test("whose answer holds half a character is answered all the same", async () => {
    const id = await ask();
    world.lake.asking.browse = async () => await Promise.resolve({ ...LISTING, tables: ["a\ud800", "b\0"] });
    expect(await askCatalog(world.deps, { requestId: id })).toBe("succeeded");
    expect((await read(id)).finding).toMatchObject({ listing: { tables: ["a�", "b␀"] } });
  });

  test("says while it is answered how far the answer is", async () => {
    const id = await ask();
    let seen: CatalogRequestRow["progress"] = null;
    world.lake.asking.browse = async (_catalog, _namespace, { onProgress }) => {
      onProgress?.("looked at 3 of 9 namespaces");
      while (seen === null) seen = (await read(id)).progress;
      return LISTING;
    };
    await askCatalog(world.deps, { requestId: id });
    expect(seen).toEqual({ phase: "planning", detail: "looked at 3 of 9 namespaces" });
  });

  test("of a dead worker is answered by another, and given up after the third", async () => {
    const id = await ask();
    await world.database.db.execute(`update catalog_requests set state = 'running', attempt = 2 where id = '${id}'`);
    world.lake.asking.browse = async () => await Promise.resolve(LISTING);
    expect(await askCatalog(world.deps, { requestId: id })).toBe("succeeded");
    const other = await ask();
    await world.database.db.execute(`update catalog_requests set state = 'running', attempt = 3 where id = '${other}'`);
    expect(await askCatalog(world.deps, { requestId: other })).toBe("failed");
    expect(await read(other)).toMatchObject({ errorCode: "reader_crashed" });
  });

  test("goes back to the queue when its worker stops", async () => {
    const id = await ask();
    const stopping = new AbortController();
    world.lake.asking.browse = async (_catalog, _namespace, { signal }) => {
      stopping.abort();
      return await Promise.reject(new AppError("cancelled", String(signal.aborted)));
    };
    await expect(askCatalog({ ...world.deps, stopping: stopping.signal }, { requestId: id })).rejects.toMatchObject({ code: "cancelled" });
    expect(await read(id)).toMatchObject({ state: "queued", attempt: 0 });
    await cancelCatalogRequest(world.database.db, id);
  });

  test("that no job stands for is sent again", async () => {
    const id = await ask();
    await world.takeSent();
    await world.database.db.execute(`update catalog_requests set requested_at = now() - interval '2 minutes' where id = '${id}'`);
    await recoverRuns(world.deps);
    await recoverRuns(world.deps);
    expect(await world.takeSent()).toEqual([{ name: "ask-catalog", data: { requestId: id }, afterSeconds: 0 }]);
    await cancelCatalogRequest(world.database.db, id);
  });

  test("is gone with its answer when that expired", async () => {
    const id = await ask();
    await cancelCatalogRequest(world.database.db, id);
    await world.database.db.execute(`update catalog_requests set expires_at = now() - interval '1 second' where id = '${id}'`);
    await expect(read(id)).rejects.toMatchObject({ code: "unknown_request" });
    await keepRetention({ ...world.deps, now: () => new Date() });
    expect((await world.database.db.execute(`select from catalog_requests where id = '${id}'`)).rows).toEqual([]);
  });

  test("is refused while hundreds wait", async () => {
    const asked = await Promise.all(Array.from({ length: 200 }, async () => await ask()));
    await expect(ask()).rejects.toThrow(/200 questions to catalogs wait/);
    for (const id of asked) await cancelCatalogRequest(world.database.db, id);
  });
});
