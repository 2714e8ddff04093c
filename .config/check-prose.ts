import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { proseFaults } from "./prose.ts";

/** Docs, and code whose strings people read: pages, messages and help texts. Tests and what runs only in tests are left out. */
const READ = /^(?:[^/]+[.]md|(?:docs|app|db|e2e|jobs|lib|[.]config)\/.*[.]md|(?:app|db|jobs|lib)\/.*[.]tsx?)$/;
const UNREAD = /[.](?:test|d)[.]tsx?$|\/testing\/.*[.]tsx?$|^db\/(?:migrations|seed)\//;

const root = join(import.meta.dirname, "..");
const only = process.argv.slice(2);
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
const files = [...new Set(listed.split("\0"))].filter(
  (file) =>
    READ.test(file) &&
    !UNREAD.test(file) &&
    existsSync(join(root, file)) &&
    (only.length === 0 || only.some((start) => file.startsWith(start))),
);

const faults = await Promise.all(
  files.map(async (file) => (await proseFaults(file, readFileSync(join(root, file), "utf8"))).map((fault) => ({ file, ...fault }))),
);
for (const { file, line, rule, words, advice } of faults.flat()) console.error(`${file}:${line} ${rule}: "${words}". ${advice}`);
console.log(`prose: ${files.length} files, ${faults.flat().length} faults`);
process.exitCode = faults.flat().length > 0 ? 1 : 0;
