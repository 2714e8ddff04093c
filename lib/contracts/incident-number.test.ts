import { expect, test } from "vitest";
import { incidentName, readIncidentName } from "./incident-number.ts";

test("an incident's name is read back to its number, in any case and without its letters", () => {
  for (const text of [incidentName(214), "inc-214", " Inc-214 ", "214"]) expect(readIncidentName(text)).toBe(214);
});

test.each(["", "INC-", "INC-0", "INC-007", "INC-2147483648", "INC-99999999999", "INC 214", "INC-2x", "-214", "214.0", "٢١٤"])(
  "%j is no incident's name",
  (text) => {
    expect(readIncidentName(text)).toBeNull();
  },
);
