import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

interface ProcessTime {
  parent: number;
  own: number;
  /** Of its children that have ended. */
  ended: number;
}

/** Milliseconds of processor time that the process `pid` and those below it have taken, the ended ones included. Linux alone. */
export function processorMsBelow(pid: number): number {
  const times = new Map(readdirSync("/proc").flatMap((name) => readTime(name) ?? []));
  const root = times.get(pid);
  if (root === undefined) return 0;
  const children = [...times].filter(([, { parent }]) => parent === pid);
  return root.own + root.ended + children.reduce((sum, [child]) => sum + processorMsBelow(child), 0);
}

function readTime(name: string): [[number, ProcessTime]] | null {
  if (!/^\d+$/.test(name)) return null;
  try {
    // The name before it may hold anything, a bracket too.
    const fields = readFileSync(`/proc/${name}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at] ?? 0);
    return [[Number(name), { parent, own: (user + system) * MS_PER_TICK, ended: (endedUser + endedSystem) * MS_PER_TICK }]];
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
