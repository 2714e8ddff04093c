import type { DataTag, QueryClient, QueryKey, Updater } from "@tanstack/react-query";

/**
 * Stores what an action just returned as the answer of a query. A poll that started before the action is dropped: its older answer would overwrite
 * the newer one.
 */
export async function replaceAnswer<Answer>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Answer, Error>,
  answer: Updater<Answer | undefined, Answer>,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Answer>(queryKey, answer);
}
