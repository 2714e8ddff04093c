/** A column with single values, at any depth below structs. */
export interface LeafColumn {
  /** Names from the outermost struct down. */
  path: readonly string[];
  /** As a person writes it. */
  written: string;
  /** As the Iceberg specification writes it: `decimal(12,2)`. */
  type: string;
  fieldId: number;
}
