import { expect, test } from "vitest";
import { parsePattern } from "#lib/iceberg/asking/name-pattern.ts";

test.each<[string, string[], boolean]>([
  ["shop.*", ["shop", "orders"], true],
  ["shop.*", ["shop", "eu", "orders"], false],
  ["shop.*", ["Shop", "orders"], false],
  ["shop.o*s", ["shop", "orders"], true],
  ["shop.o*s", ["shop", "order"], false],
  ["shop.o*o", ["shop", "o"], false],
  ["shop.ab*ba", ["shop", "aba"], false],
  ["shop.*a*b*", ["shop", "xaxbx"], true],
  ["shop.*ab*ab", ["shop", "ab"], false],
  ["shop.*ab*ab", ["shop", "xabab"], true],
  ["shop.***", ["shop", "orders"], true],
  ["shop.*_v1", ["shop", "a.b\nc_v1"], true],
  ["shop.**", ["shop", "orders"], true],
  ["shop.**", ["shop", "eu", "old", "orders"], true],
  ["shop.**", ["shops", "orders"], false],
  ["**", ["a", "b", "c"], true],
  ["**.orders", ["shop", "orders"], true],
  ["**.orders", ["shop", "eu", "orders"], true],
  ["**.orders", ["orders", "x"], false],
  ["shop.**.orders", ["shop", "orders"], true],
  ["shop.**.orders", ["shop", "eu", "orders"], true],
  ["*.*", ["shop", "orders"], true],
  ["*.*", ["shop", "eu", "orders"], false],
  ['shop."a.b".*', ["shop", "a.b", "t"], true],
  ['shop."a*b"', ["shop", "a*b"], true],
  ['shop."a*b"', ["shop", "axb"], false],
  ["shop.a+(b)?", ["shop", "a+(b)?"], true],
  ["größe.注*", ["größe", "注文"], true],
  ["shop.**.**", ["shop", "orders"], true],
])("%s and the table %j: %s", (pattern, levels, expected) => {
  expect(parsePattern(pattern).matches(levels)).toBe(expected);
});

test("many stars and a long name are told apart at once", () => {
  const pattern = parsePattern(`shop.${"*a".repeat(900)}*b`);
  const from = performance.now();
  expect(pattern.matches(["shop", "a".repeat(2000)])).toBe(false);
  expect(pattern.matches(["shop", `${"a".repeat(2000)}b`])).toBe(true);
  expect(performance.now() - from).toBeLessThan(200);
});

test.each(["", "orders", ".", "shop.", ".orders", 'shop."a', "*", "a..b"])("%j is no pattern", (pattern) => {
  expect(() => parsePattern(pattern)).toThrow(/names no tables of a catalog/);
});

test("a namespace that the pattern names is not asked for, and none is looked into in vain", () => {
  const pattern = parsePattern("shop.eu.*");
  expect(pattern.below([])).toEqual({ names: ["shop"] });
  expect(pattern.below(["shop"])).toEqual({ names: ["eu"] });
  expect(pattern.below(["shop", "eu"])).toEqual({ names: [] });
  expect(pattern.canHoldTables(["shop"])).toBe(false);
  expect(pattern.canHoldTables(["shop", "eu"])).toBe(true);
  expect(pattern.canHoldTables(["crm", "eu"])).toBe(false);
});

test("where any level may stand all are asked for", () => {
  expect(parsePattern("**").below([])).toBe("all");
  expect(parsePattern("shop.**").below(["shop"])).toBe("all");
  expect(parsePattern("shop.**").below(["crm"])).toEqual({ names: [] });
  expect(parsePattern("*.orders").below([])).toBe("all");
  expect(parsePattern("*.orders").below(["shop"])).toEqual({ names: [] });
  expect(parsePattern("**.orders").canHoldTables(["a", "b"])).toBe(true);
});

test("whatever it matches can be reached", () => {
  const patterns = ["a.*", "a.**", "**", "**.c", "*.b.c", "a.**.c", "*.*", "a.b.c", "**.b.*"];
  const names = ["a", "b", "c"];
  const tables = names.flatMap((x) => names.flatMap((y) => [[x, y], ...names.map((z) => [x, y, z])]));
  for (const written of patterns) {
    const pattern = parsePattern(written);
    for (const levels of tables.filter((one) => pattern.matches(one))) {
      expect(pattern.canHoldTables(levels.slice(0, -1)), `${written} ${levels.join(".")}`).toBe(true);
      for (let depth = 0; depth < levels.length - 1; depth++) {
        const below = pattern.below(levels.slice(0, depth));
        expect(below === "all" || below.names.includes(levels[depth] ?? ""), `${written} ${levels.join(".")} ${depth}`).toBe(true);
      }
    }
  }
});
