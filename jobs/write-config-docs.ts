import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillCauseLists } from "#lib/causes/causes-docs.ts";
import { fillKeyLists } from "#lib/config/describe-keys.ts";
import { configJsonSchema } from "#lib/config/json-schema.ts";
import { commandReference } from "#jobs/commands/command-reference.ts";
import { defineCommands } from "#jobs/commands/run-cli.ts";
import { createDeps } from "#jobs/deps.ts";
import { fillReaderLists } from "#lib/readers/readers-docs.ts";

/**
 * Writes what is derived from declarations: the JSON Schema that editors use, the lists of keys in the configuration's documentation, those of
 * engines and tools in docs/reference/readers.md, causes and checklist in docs/reference/causes.md, and the commands.
 */

const PROJECT = join(import.meta.dirname, "..");
const DOCS = join(PROJECT, "docs/reference/configuration.md");
const CAUSES = join(PROJECT, "docs/reference/causes.md");
const READERS = join(PROJECT, "docs/reference/readers.md");
writeFileSync(join(PROJECT, "public/bergwatch.schema.json"), `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
writeFileSync(DOCS, fillKeyLists(readFileSync(DOCS, "utf8")));
writeFileSync(READERS, fillReaderLists(readFileSync(READERS, "utf8")));
writeFileSync(CAUSES, fillCauseLists(readFileSync(CAUSES, "utf8")));
const deps = { ...createDeps(), signal: new AbortController().signal, say: () => {}, interactive: false };
writeFileSync(join(PROJECT, "docs/reference/commands.md"), commandReference(defineCommands(deps, () => {})));
