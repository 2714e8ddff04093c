import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

export interface SampleRequest {
  columns: ResolvedColumns;
  rows: RowColumns;
  schema: Schema;
  keysMax: number;
  /** 2: duplicated keys alone; 1: any key of KEYS. */
  rowsPerKeyMin: 1 | 2;
  rowsPerKeyMax: number;
  /** KEYS holds just the keys that are wanted. */
  chosen?: boolean;
}
