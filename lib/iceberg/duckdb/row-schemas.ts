import { z } from "zod";

/** A count as DuckDB's JSON conversion gives it (text for 64 bits and more). Fails above 2^53: a count is never rounded. */
export const count = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) context.addIssue({ code: "custom", message: `not a whole number below 2^53: ${value}` });
  return number;
});

/** A 64-bit integer as text: an id, offset or sequence number. */
export const integerText = z.union([z.string(), z.number().int()]).transform(String);
