import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#app/_queries/fetch-json.ts";
import { People } from "#lib/contracts/person.ts";

/** People and teams known by name, the most recent first. */
export function peopleQuery() {
  return queryOptions({
    queryKey: ["people"],
    queryFn: async ({ signal }) => (await fetchJson(People, "/api/people", { signal })).people,
  });
}
