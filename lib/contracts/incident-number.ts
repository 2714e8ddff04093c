/** What Postgres numbers incidents with goes no further. */
const NUMBER_MAX = 2_147_483_647;

/** The name by which people speak of an incident: `INC-214`. */
export function incidentName(number: number): string {
  return `INC-${number}`;
}

/** The number in `INC-214`, whatever the case, or in `214`; null: it is no incident's name. */
export function readIncidentName(text: string): number | null {
  const digits = /^(?:inc-)?(?<digits>[1-9]\d{0,9})$/i.exec(text.trim())?.groups?.["digits"];
  const number = Number(digits ?? "");
  return number >= 1 && number <= NUMBER_MAX ? number : null;
}
