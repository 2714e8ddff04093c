import type { Overview } from "../_overview/read-overview.ts";
import { FilterMenu } from "#app/_ui/filter-menu.client.tsx";
import { filterOptions } from "./filter-options.ts";
import { NameSearch } from "./name-search.client.tsx";
import { StateFilter } from "./state-filter.tsx";
import classes from "#app/_ui/list-tools.module.css";

/** How to choose among the tables; every choice is in the address. */
export function Tools({ all, query, selection }: Pick<Overview, "all" | "query" | "selection">) {
  const { owners, kinds, tags, origins, sorts } = filterOptions(all, query);
  return (
    <div className={classes["tools"]}>
      <StateFilter query={query} counts={selection.counts} />
      <NameSearch query={query} />
      <div className={classes["menus"]}>
        {origins.length > 0 && <FilterMenu label="Samples" options={origins} />}
        {owners.length > 2 && <FilterMenu label="Owner" options={owners} />}
        {kinds.length > 2 && <FilterMenu label="Kind" options={kinds} />}
        {tags.length > 1 && <FilterMenu label="Tag" options={tags} />}
      </div>
      <div className={classes["sort"]}>
        <FilterMenu label="Order" options={sorts} end />
      </div>
    </div>
  );
}
