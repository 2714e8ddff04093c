import { join } from "node:path";
import { readAdvisories } from "./advisories.ts";

/** Fails if a locked package has an advisory, or, with `--required`, if the registry does not respond. Passes with a message if the registry serves no advisories. */
const isRequired = process.argv.includes("--required");
const found = readAdvisories(join(import.meta.dirname, ".."));
switch (found.kind) {
  case "clean":
    process.stdout.write("advisories: none for the locked packages\n");
    break;
  case "found":
    for (const finding of found.findings) process.stderr.write(`${finding}\n`);
    process.stderr.write(`advisories: ${found.findings.length} locked packages have one. Update them, or replace what needs them.\n`);
    process.exitCode = 1;
    break;
  case "unsupported":
    process.stdout.write(`advisories: not checked, since the configured registry gives none (${found.why})\n`);
    break;
  case "unreachable":
    process.stderr.write(`advisories: not checked, since the registry could not be asked (${found.why})\n`);
    if (isRequired) process.exitCode = 1;
    break;
}
