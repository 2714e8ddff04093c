import { QueryClient, QueryObserver, queryOptions } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { replaceAnswer } from "./replace-answer.ts";

test("a poll that started before an action does not overwrite what the action returned", async () => {
  const client = new QueryClient();
  const poll = Promise.withResolvers<string>();
  const query = queryOptions({ queryKey: ["request"], queryFn: async () => await poll.promise, initialData: "queued" });
  const observer = new QueryObserver(client, query);
  const stop = observer.subscribe(() => {});
  expect(client.isFetching()).toBe(1);
  await replaceAnswer(client, query.queryKey, "cancelled");
  poll.resolve("running");
  await new Promise((resolve) => setImmediate(resolve));
  expect(observer.getCurrentResult().data).toBe("cancelled");
  stop();
});
