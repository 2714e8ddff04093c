import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { rulesFor } from "./layers.ts";

/** The folders with rules; those that do not exist yet are left out. */
const FOLDERS = ["app", "db", "e2e", "jobs", "lib"];

export interface Violation {
  rule: string;
  from: string;
  to: string;
}

export interface Cruise {
  violations: Violation[];
  /** Source files below the folders that were not read; a rule says nothing about these. */
  unread: string[];
  modules: number;
}

/**
 * Reads every import below `root`'s folders and holds it against the layer rules.
 * dependency-cruiser skips what it cannot parse and passes (it has no parser for TypeScript 7 and uses swc), hence `unread`.
 */
export async function cruiseLayers(root: string): Promise<Cruise> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    baseDir: root,
    parser: "swc",
    validate: true,
    ruleSet: { forbidden: rulesFor(routesWithComponents(root)) },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(?:^|/)node_modules/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  });
  if (typeof output === "string") throw new Error(output);
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unread: unreadFiles(root, folders, output),
    modules: output.summary.totalCruised,
  };
}

function routesWithComponents(root: string): string[] {
  if (!existsSync(join(root, "app"))) return [];
  const files = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  return files.filter((file) => posix.basename(file) === "_components").map((folder) => posix.join("app", posix.dirname(folder)));
}

function unreadFiles(root: string, folders: string[], result: ICruiseResult): string[] {
  const read = new Set(result.modules.map((module) => module.source));
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => posix.join(folder, file.replaceAll("\\", "/"))),
  );
  return files.filter((file) => /\.[mc]?[jt]sx?$/.test(file) && !file.includes("node_modules/") && !read.has(file)).toSorted();
}
