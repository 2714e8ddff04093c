import { FilterMenu } from "#app/_ui/filter-menu.client.tsx";
import type { KeysNarrowed } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { NarrowOptions } from "../narrow-keys.ts";
import classes from "./key-list.module.css";

interface KeyFiltersProps {
  options: NarrowOptions;
  asked: Pick<KeysNarrowed, "moved" | "differs">;
  /** The address of the list with another filter. */
  link: (change: KeysNarrowed) => string;
}

/** Filters by partition pair and by differing column; nothing where all keys are alike. */
export function KeyFilters({ options, asked, link }: KeyFiltersProps) {
  const menus = [
    { name: "moved" as const, label: "Partitions", all: "All partitions", say: sayPair, options: options.moved },
    { name: "differs" as const, label: "Differs in", all: "Any column", say: (value: string) => value, options: options.differs },
  ].filter((menu) => menu.options.length > 1 || asked[menu.name] !== undefined);
  if (menus.length === 0) return null;
  return (
    <div className={classes["filters"]}>
      {menus.map(({ name, label, all, say, options: offered }) => (
        <FilterMenu
          key={name}
          label={label}
          options={[
            { href: link({ [name]: undefined }), label: all, chosen: asked[name] === undefined },
            ...offered.map(({ value, keys }) => ({
              href: link({ [name]: value }),
              label: say(value),
              count: formatCount(keys),
              chosen: asked[name] === value,
            })),
          ]}
        />
      ))}
    </div>
  );
}

/** `0 → 6`. */
function sayPair(pair: string): string {
  return pair.replace("-", " → ");
}
