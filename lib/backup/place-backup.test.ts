import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readContent } from "#lib/backup/copy-file.ts";
import { placeBackup } from "#lib/backup/place-backup.ts";

const NOW = new Date("2026-03-01T10:05:00Z");
const ABOUT = { format: 1, madeAt: NOW.toISOString(), bergwatch: "1.0.0", dataDir: "/data", database: null, keySecret: null } as const;

test("a restore that cannot be moved into place leaves the data folder as it was", async () => {
  const root = await mkdtemp(join(tmpdir(), "bergwatch-place-"));
  const [backup, dataDir] = [join(root, "backup"), join(root, "data")];
  try {
    await mkdir(join(backup, "data/secrets"), { recursive: true });
    await writeFile(join(backup, "data/secrets/lake"), "saved");
    await mkdir(join(dataDir, "secrets"), { recursive: true });
    await writeFile(join(dataDir, "secrets/lake"), "there");
    // No backup holds this folder; this one is in the way of what is restored.
    await mkdir(join(dataDir, "spill/of a run"), { recursive: true });
    await mkdir(join(dataDir, "restoring-left"));
    const file = { path: "secrets/lake", ...(await readContent(join(backup, "data/secrets/lake"))) };
    const manifest = { ...ABOUT, folders: ["secrets", "spill"], files: [file] };
    await expect(placeBackup(backup, manifest, dataDir, { now: NOW, signal: new AbortController().signal })).rejects.toThrow("ENOTEMPTY");
    expect(await readdir(dataDir)).toEqual(["secrets", "spill"]);
    expect(await readFile(join(dataDir, "secrets/lake"), "utf8")).toBe("there");
    await placeBackup(backup, { ...manifest, folders: ["secrets"] }, dataDir, { now: NOW, signal: new AbortController().signal });
    expect(await readFile(join(dataDir, "secrets/lake"), "utf8")).toBe("saved");
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
