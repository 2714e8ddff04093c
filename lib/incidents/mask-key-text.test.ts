import { expect, test } from "vitest";
import { maskKeyText } from "#lib/incidents/mask-key-text.ts";

test("of a key no more is shown than its ends, and of a short one nothing", () => {
  expect(maskKeyText("ORD-10000213")).toBe("ORD••213");
  expect(maskKeyText("1234567")).toBe("1••7");
  expect(maskKeyText("12345")).toBe("••••");
  expect(maskKeyText("💥💥💥💥💥💥")).toBe("💥••💥");
  expect(maskKeyText("masked 2")).toBe("masked 2");
});
