"use client";

import { NativeSelect } from "@mantine/core";
import { NO_COLUMN } from "#lib/names.ts";
import type { ColumnFields } from "../_entries/table-fields.ts";
import type { ColumnChoices } from "./column-choices.ts";

/** A field for one column. */
export interface ColumnField {
  column: Exclude<keyof ColumnFields, "lsn">;
  label: string;
  path: string;
  of: keyof ColumnChoices;
}

/** Props shared by the fields for a table's columns. */
export interface ColumnsProps {
  columns: ColumnFields;
  onChange: (columns: ColumnFields) => void;
  choices: ColumnChoices;
  faultOf: (...paths: string[]) => string | undefined;
}

/** Columns that can be declared absent. Causes that need an absent column do not apply. */
const DECLARABLE: ReadonlySet<string> = new Set(["kafka.topic", "kafka.partition", "kafka.offset", "kafka.key", "cdc.op", "cdc.deleted"]);

/** Offers the columns whose type fits. One that is chosen already is offered too, whatever its type: nested ones are not among the columns. */
export function ColumnSelect({ field, columns, onChange, choices, faultOf }: ColumnsProps & { field: ColumnField }) {
  const { column, label, path, of } = field;
  const value = columns[column];
  const offered = ["", NO_COLUMN, ...choices[of]].includes(value) ? choices[of] : [value, ...choices[of]];
  const absent = DECLARABLE.has(path) ? [{ value: NO_COLUMN, label: "the table has none" }] : [];
  return (
    <NativeSelect
      label={label}
      value={value}
      error={faultOf(path)}
      data={[{ value: "", label: "none" }, ...absent, ...offered.map((one) => ({ value: one, label: one }))]}
      onChange={({ currentTarget }) => onChange({ ...columns, [column]: currentTarget.value })}
    />
  );
}
