import { expect, test } from "vitest";
import { sayConfigurationFaults } from "./say-configuration-faults.ts";

const fault = (line: number, message: string) => ({ line, column: 1, path: "", message });

test("the first error is named with its file and line, and the others are counted", () => {
  const of = (...faults: ReturnType<typeof fault>[]) => sayConfigurationFaults({ file: "/etc/bergwatch.yaml", message: "?", faults });
  expect(of(fault(1, "tables is missing."))).toBe(
    "bergwatch.yaml has an error on line 1 (tables is missing); the previous version is still in use.",
  );
  expect(of(fault(1, "a."), fault(2, "b."), fault(3, "c."))).toContain("line 1 (a) and 2 more errors;");
  expect(of()).toBe("?");
});
