import { expect, test } from "vitest";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import { afterRegistryLook } from "#lib/judging/registry-health.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes));
const look = (more: Partial<RegistryLook> = {}): RegistryLook => ({ name: "shop", fault: null, ids: { known: 3, missing: 1 }, ...more });
const WELL = afterRegistryLook(null, look(), at(0));

test("one that answers is well since its first answer, and that it answers again within a minute is no news", () => {
  expect(WELL).toEqual({
    name: "shop",
    state: "well",
    since: at(0).toISOString(),
    fault: null,
    lastAskedAt: at(0).toISOString(),
    ids: { known: 3, missing: 1 },
  });
  expect(afterRegistryLook(WELL, look(), new Date(at(0).getTime() + 59_000))).toBeNull();
  expect(afterRegistryLook(WELL, look(), at(1))).toEqual({ ...WELL, lastAskedAt: at(1).toISOString() });
});

test("one that fails is ill at once since then, keeps what it knew, and stays ill since then whatever the fault", () => {
  const ill = afterRegistryLook(WELL, look({ fault: "It is down.", ids: null }), at(1));
  expect(ill).toMatchObject({ state: "ill", since: at(1).toISOString(), fault: "It is down.", ids: { known: 3, missing: 1 } });
  expect(afterRegistryLook(ill, look({ fault: "It refuses.", ids: null }), at(1))).toMatchObject({
    since: at(1).toISOString(),
    fault: "It refuses.",
  });
  expect(afterRegistryLook(ill, look(), at(2))).toMatchObject({ state: "well", since: at(2).toISOString(), fault: null });
});

test("a test that asks for no ids does not make those of the last reading unknown", () => {
  expect(afterRegistryLook(WELL, look({ ids: null }), at(3))?.ids).toEqual({ known: 3, missing: 1 });
  expect(afterRegistryLook(null, look({ ids: null }), at(3))?.ids).toBeNull();
});
