import { isUtf8 } from "node:buffer";
import type { ConfigFault } from "#lib/config/config.ts";

/** A thousand tables with all settings written out are 2 MB. */
export const CONFIG_BYTES_MAX = 8 * 1024 ** 2;

/** The text of a file's bytes, or the fault that makes it none: too large, not UTF-8, or with characters that no text has. */
export function decodeConfig(source: Uint8Array): { text: string } | { fault: ConfigFault } {
  if (source.length > CONFIG_BYTES_MAX) {
    const message = `The file has ${source.length} bytes, and no more than ${CONFIG_BYTES_MAX} are read. Is it the right file? Put what tables share into "defaults".`;
    return { fault: { line: 1, column: 1, path: "", message } };
  }
  const [first, second] = source;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { fault: { line: 1, column: 1, path: "", message: "The file is encoded as UTF-16. Save it as UTF-8." } };
  }
  if (!isUtf8(source)) {
    const message = "The file is not encoded as UTF-8: a character on this line cannot be read. Save the file as UTF-8.";
    return { fault: { line: firstLineNotUtf8(source), column: 1, path: "", message } };
  }
  const text = new TextDecoder().decode(source);
  const control = CONTROL.exec(text);
  if (control === null) return { text };
  const before = text.slice(0, control.index).split("\n");
  const code = control[0].charCodeAt(0).toString(16).padStart(4, "0").toUpperCase();
  return {
    fault: {
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      path: "",
      message: `The control character U+${code} is not allowed in YAML. Delete it.`,
    },
  };
}

// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** A line feed is never part of a longer character, so lines can be judged one by one. */
function firstLineNotUtf8(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
}
