import { fieldsApart, type PlacedField } from "#lib/iceberg/duckdb/causes/fields-apart.ts";
import { isReadable } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Field, Schema } from "#lib/iceberg/plan/schema.ts";

/** The change itself without its coordinates: Debezium's `after`, else every column that is not given as a Kafka or CDC column. */
function payloadFields(schema: Schema, columns: ResolvedColumns): PlacedField[] {
  const after = envelopeAfter(schema);
  if (after) return [{ field: after, parents: [] }];
  const { kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, op, lsn, sourceTime, deleted } = columns;
  return fieldsApart(schema, columns, {
    own: [kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, op, ...lsn, sourceTime, deleted],
  });
}

/** Debezium's `after` struct where the envelope was not unwrapped; null otherwise. */
export function envelopeAfter(schema: Schema): Field | null {
  const found = schema.fields.find((field) => field.name.toLowerCase() === "after");
  return found && typeof found.type === "object" && found.type.type === "struct" ? found : null;
}

/** The payload's columns as statements ask for them, or the name of one that DuckDB cannot hold, such as a variant: then rows cannot be compared. */
export function payloadOf(
  schema: Schema,
  columns: ResolvedColumns,
): { fields: NamedField[]; hidden: null } | { fields: null; hidden: string } {
  const payload = payloadFields(schema, columns);
  const hidden = payload.find(({ field }) => !isReadable(field.type));
  if (hidden) return { fields: null, hidden: hidden.field.name };
  return { fields: payload.map((placed, index): NamedField => ({ ...placed, alias: `__p${index}` })), hidden: null };
}

/** Why payloads are not compared. Pure. */
export function hiddenPayload(column: string): string {
  return `Column ${column} has a type that DuckDB 1.5 cannot read, so payloads cannot be compared.`;
}
