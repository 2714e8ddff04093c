import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Fault {
  file: string;
  line: number;
  message: string;
}

/** Top-level names that mark a backticked text as a path of this project. */
const ROOTS =
  /^(?:\.{1,2}\/|(?:\.ci|\.config|app|db|deploy|docs|e2e|jobs|lib|public)\/|[A-Z]+\.md$|package(?:-lock)?\.json$|tsconfig\.json$)/;
/** Placeholders, globs and commands are no paths. */
const NO_PATH = /[<>*{}$|,;:…\s]/;

/**
 * Paths that a Markdown text cites (backticked, or as the target of a link) and that exist neither beside it nor from `root`.
 * URLs, anchors, fenced code and placeholders are left alone.
 */
export function missingReferences(root: string, file: string, text: string): Fault[] {
  const faults: Fault[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    if (fence !== null || mark) continue;
    for (const path of citedPaths(line)) {
      const exists = existsSync(join(root, dirname(file), path)) || existsSync(join(root, path));
      if (!exists) faults.push({ file, line: index + 1, message: `cites ${path}, which does not exist` });
    }
  }
  return faults;
}

function citedPaths(line: string): string[] {
  const ticked = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "").filter((text) => ROOTS.test(text) && !NO_PATH.test(text));
  const linked = [...line.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map((match) => (match[1] ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z][a-z+.-]*:/i.test(target));
  return [...ticked, ...linked];
}

/** Folders that a clone elsewhere does not have; a tool's scratch file may still be named in a test by `os.tmpdir()`. */
const FOREIGN = new RegExp(
  String.raw`(?:^|[^\w.~)}\]/-]|file:/*)((?:\.\./)+${"shared"}\b|/(?:${["root", "work", "tmp", "home", "Users"].join("|")})/\w)`,
);

/** Lines that may look like that all the same, each with its reason. */
const ALLOWED: { file: RegExp; text: RegExp; reason: string }[] = [];

/** Places where a file names a path outside the project. */
export function foreignPaths(file: string, text: string): Fault[] {
  const faults: Fault[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const path = FOREIGN.exec(line)?.[1];
    if (path === undefined || ALLOWED.some((allowed) => allowed.file.test(file) && allowed.text.test(line))) continue;
    faults.push({ file, line: index + 1, message: `names ${path}…, a path outside the project` });
  }
  return faults;
}
