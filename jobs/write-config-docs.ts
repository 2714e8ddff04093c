import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillKeyLists } from "#lib/config/describe-keys.ts";
import { configJsonSchema } from "#lib/config/json-schema.ts";

/** Writes what is derived from the configuration's schema: the JSON Schema that editors use, and the lists of keys in its documentation. */

const PROJECT = join(import.meta.dirname, "..");
const DOCS = join(PROJECT, "docs/configuration.md");
writeFileSync(join(PROJECT, "public/bergwatch.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
writeFileSync(DOCS, fillKeyLists(readFileSync(DOCS, "utf8")));
