"use client";

import { TagsInput } from "@mantine/core";
import classes from "../_entries/form.module.css";
import { declarationOf, SINGLE_ROLES } from "#lib/column-roles.ts";
import { ColumnSelect, type ColumnsProps } from "./column-select.client.tsx";

const ROLES = SINGLE_ROLES.filter((role) => declarationOf(role).path[0] !== "kafka");

/** Fields for the CDC columns and the event time. */
export function CdcFieldset(props: ColumnsProps) {
  const { columns, onChange, choices, faultOf } = props;
  return (
    <fieldset className={classes["group"]}>
      <legend>CDC columns and event time</legend>
      <div className={classes["pair"]}>
        {ROLES.map((role) => (
          <ColumnSelect key={role} role={role} {...props} />
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
