"use client";

import { TagsInput } from "@mantine/core";
import classes from "../_entries/form.module.css";
import { ColumnSelect, type ColumnField, type ColumnsProps } from "./column-select.client.tsx";

const FIELDS: readonly ColumnField[] = [
  { column: "eventTime", label: "Event time", path: "event_time", of: "times" },
  { column: "op", label: "Operation", path: "cdc.op", of: "texts" },
  { column: "sourceTime", label: "Time in the source", path: "cdc.source_time", of: "times" },
  { column: "deleted", label: "Soft-delete flag", path: "cdc.deleted", of: "flags" },
];

/** Fields for the CDC columns and the event time. */
export function CdcFieldset(props: ColumnsProps) {
  const { columns, onChange, choices, faultOf } = props;
  return (
    <fieldset className={classes["group"]}>
      <legend>CDC columns and event time</legend>
      <div className={classes["pair"]}>
        {FIELDS.map((field) => (
          <ColumnSelect key={field.column} field={field} {...props} />
        ))}
        <TagsInput
          label="Log position"
          placeholder={columns.lsn.length === 0 ? "none" : ""}
          value={columns.lsn}
          data={choices.all}
          error={faultOf("cdc.lsn")}
          clearable
          onChange={(lsn) => onChange({ ...columns, lsn })}
        />
      </div>
    </fieldset>
  );
}
