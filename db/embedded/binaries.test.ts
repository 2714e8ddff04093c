import { mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mendLinks } from "./binaries.ts";

test("links that the package's install script did not make are made, others are left as they are", async () => {
  const root = await mkdtemp(join(tmpdir(), "bergwatch-links-"));
  try {
    const at = (name: string) => join(root, "native/lib", name);
    await mkdir(join(root, "native/lib"), { recursive: true });
    await writeFile(at("libz.so.1.2"), "library");
    await symlink("libz.so.1.2", at("libz.so"));
    const links = ["libz.so", "libz.so.1"].map((name) => ({ source: "native/lib/libz.so.1.2", target: `native/lib/${name}` }));
    await writeFile(join(root, "native/pg-symlinks.json"), JSON.stringify(links));
    await Promise.all([mendLinks(root), mendLinks(root)]);
    expect(await readFile(at("libz.so.1"), "utf8")).toBe("library");
    expect(await readlink(at("libz.so.1"))).toBe("libz.so.1.2");
  } finally {
    await rm(root, { recursive: true });
  }
});
