import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { foreignPaths, missingReferences } from "./doc-references.ts";

const root = join(import.meta.dirname, "..");
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
const files = [...new Set(listed.split("\0"))].filter((file) => file !== "" && existsSync(join(root, file)));

const faults = files.flatMap((file) => {
  const bytes = readFileSync(join(root, file));
  if (bytes.includes(0)) return [];
  const text = bytes.toString("utf8");
  return [...(file.endsWith(".md") ? missingReferences(root, file, text) : []), ...foreignPaths(file, text)];
});
for (const { file, line, message } of faults) console.error(`${file}:${line} ${message}`);
console.log(`docs: ${files.length} files, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
