import { z } from "zod";

/** The answers of the Iceberg REST interface, as far as they are read. Source: Iceberg's REST catalog Open API specification. */

const properties = z
  .record(z.string(), z.unknown())
  .nullish()
  // Some servers say numbers and truths where the specification has texts.
  .transform(
    (value) =>
      new Map(
        Object.entries(value ?? {}).flatMap(([key, part]) =>
          part == null ? [] : [[key, typeof part === "string" ? part : JSON.stringify(part)] as const],
        ),
      ),
  );

export const ConfigAnswer = z.object({ defaults: properties, overrides: properties });

const page = { "next-page-token": z.string().nullish() };
export const NamespacesAnswer = z.object({ namespaces: z.array(z.array(z.string())).nullish(), ...page });
export const TablesAnswer = z.object({
  identifiers: z.array(z.object({ namespace: z.array(z.string()), name: z.string() })).nullish(),
  ...page,
});

export const TableAnswer = z.object({
  "metadata-location": z.string().min(1).nullish(),
  metadata: z.record(z.string(), z.unknown()),
  config: properties,
  "storage-credentials": z.array(z.object({ prefix: z.string(), config: properties })).nullish(),
});
export type TableAnswer = z.output<typeof TableAnswer>;

export const TokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().nullish(),
  expires_in: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
});
