import { didYouMean } from "#lib/config/did-you-mean.ts";
import { isMap } from "#lib/config/is-map.ts";
import { show } from "#lib/config/scalars.ts";
import { ALL_OF_S3 } from "#lib/config/store-settings.ts";
import type { Path } from "#lib/config/yaml-document.ts";
import { unifyScheme } from "#lib/store-place.ts";

interface Fault {
  path: Path;
  message: string;
  /** The fault is the key itself, not its value. */
  key?: true;
}

/** That a table has no key, or says it twice. */
export function keyFaults(table: unknown, path: Path): Fault[] {
  if (!isMap(table)) return [];
  const { key, keys } = table;
  if (key !== undefined && keys !== undefined) {
    return [{ path: [...path, "key"], key: true, message: "key and keys are both given. Keep one: key for one key, keys for several." }];
  }
  if (key !== undefined || keys !== undefined) return [];
  return [{ path: [...path, "key"], message: "key is missing: name the columns of the business key, such as key: order_id." }];
}

/**
 * What is wrong with where a table is said to be: nowhere, twice, or in a catalog that is not there. `missing`: what is said then, in the
 * place of the file's own words.
 */
export function placeFaults(
  table: unknown,
  path: Path,
  catalogs: unknown,
  missing: (catalog: string, known: readonly string[]) => string = missingInFile,
): Fault[] {
  if (!isMap(table)) return [];
  const { location, catalog, table: name } = table;
  const both = catalog !== undefined || name !== undefined;
  if (location !== undefined && both) {
    return [
      {
        path: [...path, "location"],
        key: true,
        message: "location is given beside catalog and table. Keep one: the location, or the catalog and table.",
      },
    ];
  }
  if (location === undefined && !both) {
    return [
      {
        path: [...path, "location"],
        message: "location is missing: name a ….metadata.json file or a table directory, or catalog and table.",
      },
    ];
  }
  if (!both) return [];
  if (catalog === undefined)
    return [{ path: [...path, "table"], message: "table is given without catalog: name the catalog that has it." }];
  if (name === undefined)
    return [{ path: [...path, "catalog"], message: "catalog is given without table: name the table, such as shop.orders." }];
  if (typeof catalog !== "string" || catalog.trim() === "") return [];
  const known = namesOf(catalogs).map(({ name }) => name);
  if (known.includes(catalog)) return [];
  return [{ path: [...path, "catalog"], message: missing(catalog, known) }];
}

function missingInFile(catalog: string, known: readonly string[]): string {
  const have = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  return `The file has no catalog "${show(catalog)}": ${have}.${didYouMean(catalog, known)} Add it to catalogs.`;
}

/** Two catalogs of one name, two stores of one scope. */
export function sourceFaults({ catalogs, stores }: Record<string, unknown>): Fault[] {
  const twins = namesOf(catalogs).filter(({ name, index }, at, all) => all.findIndex((other) => same(other.name, name)) < at && index > 0);
  const scopes = (Array.isArray(stores) ? stores : []).map((store: unknown) => (isMap(store) ? (store["scope"] ?? ALL_OF_S3) : null));
  const again = scopes.flatMap((scope, index) =>
    typeof scope === "string" && scopes.findIndex((other) => typeof other === "string" && unifyScheme(other) === unifyScheme(scope)) < index
      ? [{ scope, index }]
      : [],
  );
  return [
    ...twins.map(({ name, index }) => ({
      path: ["catalogs", index, "name"],
      message: `Another catalog is called "${show(name)}" already. Give each a name of its own.`,
    })),
    ...again.map(({ scope, index }) => ({
      path: ["stores", index],
      message: `Another store has the scope ${show(scope)} already. Take one of them out, or give it a longer scope.`,
    })),
  ];
}

function namesOf(catalogs: unknown): { name: string; index: number }[] {
  if (!Array.isArray(catalogs)) return [];
  return catalogs.flatMap((catalog: unknown, index) =>
    isMap(catalog) && typeof catalog["name"] === "string" ? [{ name: catalog["name"], index }] : [],
  );
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
