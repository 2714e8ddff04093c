/** What Kafka Connect's StringConverter makes of a key with fields: `Struct{order_id=100201,region=eu}`. Pure. */

/** The values of its fields; null: the text is none. */
export function readStructText(text: string): string[] | null {
  if (!/^Struct\{.*\}$/.test(text)) return null;
  return Array.from(text.matchAll(/[{,][^=,{}]*=([^,{}]*)/g), ([, value]) => value ?? "");
}
