import { readFileSync, writeFileSync } from "node:fs";
import { readRecord } from "#e2e/integration/witness/record.ts";
import { fillWitnessDocs, WITNESS_DOCS } from "#e2e/integration/witness/witness-docs.ts";

/** Writes into docs/explanation/witness.md what is declared and recorded. */
writeFileSync(WITNESS_DOCS, fillWitnessDocs(readFileSync(WITNESS_DOCS, "utf8"), readRecord()));
