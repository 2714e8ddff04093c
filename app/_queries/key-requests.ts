import { queryOptions } from "@tanstack/react-query";
import {
  bisectionsAddress,
  exportsAddress,
  isUnderWay,
  keyRequestAddress,
  KeyRequestList,
  KeyRequestView,
  lookUpsAddress,
  type BisectBody,
  type ExportBody,
  type LookUpBody,
} from "#lib/contracts/key-requests.ts";
import { fetchJson, postJson } from "#app/_queries/fetch-json.ts";

const FAST_MS = 500;

/** One request, looked at twice a second until it has ended; `initial` as it was last seen. */
export function keyRequestQuery(initial: KeyRequestView) {
  return queryOptions({
    queryKey: ["key-request", initial.id],
    queryFn: async ({ signal }) => await fetchJson(KeyRequestView, keyRequestAddress(initial.id), { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isUnderWay(data) ? FAST_MS : false),
    initialData: initial,
  });
}

/** The exports of a key, looked at twice a second while one is under way. */
export function exportsQuery(tableId: string, key: string, initial: KeyRequestView[]) {
  return queryOptions({
    queryKey: ["key-exports", tableId, key],
    queryFn: async ({ signal }) => (await fetchJson(KeyRequestList, exportsAddress(tableId, key), { signal })).requests,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) === true ? FAST_MS : false),
    initialData: initial,
  });
}

export async function askLookUp({ tableId, ...body }: LookUpBody): Promise<KeyRequestView> {
  return await postJson(KeyRequestView, lookUpsAddress(tableId), body);
}

export async function askExport({ tableId, ...body }: ExportBody): Promise<KeyRequestView> {
  return await postJson(KeyRequestView, exportsAddress(tableId), body);
}

export async function askBisection({ tableId, ...body }: BisectBody): Promise<KeyRequestView> {
  return await postJson(KeyRequestView, bisectionsAddress(tableId), body);
}

export async function cancelKeyRequest(requestId: string): Promise<KeyRequestView> {
  return await postJson(KeyRequestView, `${keyRequestAddress(requestId)}/cancel`);
}
