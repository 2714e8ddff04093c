import type { Path } from "#lib/config/yaml-document.ts";

/** A path as messages and pages name it: `tables[3].schedule.cron`; what is no plain word is cut short and quoted. Pure. */
export function formatPath(path: Path): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (/^[\w-]{1,60}$/.test(String(part))) text += `${text === "" ? "" : "."}${String(part)}`;
    else text += `[${JSON.stringify(String(part).slice(0, 60))}]`;
  }
  return text;
}
