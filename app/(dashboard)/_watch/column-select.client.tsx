"use client";

import { NativeSelect } from "@mantine/core";
import { declarationOf, type SingleRole } from "#lib/column-roles.ts";
import { NO_COLUMN } from "#lib/names.ts";
import type { ColumnFields } from "../_entries/table-fields.ts";
import type { ColumnChoices } from "./column-choices.ts";

/** Props shared by the fields for a table's columns. */
export interface ColumnsProps {
  columns: ColumnFields;
  onChange: (columns: ColumnFields) => void;
  choices: ColumnChoices;
  faultOf: (...paths: string[]) => string | undefined;
}

/** Offers the columns whose type fits. One that is chosen already is offered too, whatever its type: nested ones are not among the columns. */
export function ColumnSelect({ role, columns, onChange, choices, faultOf }: ColumnsProps & { role: SingleRole }) {
  const { label, path, fits, mayBeAbsent } = declarationOf(role);
  const value = columns[role];
  const offered = ["", NO_COLUMN, ...choices[fits]].includes(value) ? choices[fits] : [value, ...choices[fits]];
  const absent = mayBeAbsent ? [{ value: NO_COLUMN, label: "the table has none" }] : [];
  return (
    <NativeSelect
      label={label}
      value={value}
      error={faultOf(path.join("."))}
      data={[{ value: "", label: "none" }, ...absent, ...offered.map((one) => ({ value: one, label: one }))]}
      onChange={({ currentTarget }) => onChange({ ...columns, [role]: currentTarget.value })}
    />
  );
}
