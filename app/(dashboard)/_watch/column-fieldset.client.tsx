"use client";

import { NativeSelect, TagsInput } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../_entries/form.module.css";
import type { ColumnFields } from "../_entries/table-fields.ts";
import type { ColumnChoices } from "./column-choices.ts";

interface ColumnFieldsetProps {
  columns: ColumnFields;
  onChange: (columns: ColumnFields) => void;
  choices: ColumnChoices;
  faultOf: (...paths: string[]) => string | undefined;
  /** What goes with Kafka's columns. */
  children: ReactNode;
}

type OneColumn = Exclude<keyof ColumnFields, "lsn">;

interface Field {
  column: OneColumn;
  label: string;
  path: string;
  of: keyof ColumnChoices;
}

const KAFKA: readonly Field[] = [
  { column: "partition", label: "Partition", path: "kafka.partition", of: "integers" },
  { column: "offset", label: "Offset", path: "kafka.offset", of: "integers" },
  { column: "topic", label: "Topic", path: "kafka.topic", of: "texts" },
  { column: "key", label: "Raw key", path: "kafka.key", of: "bytes" },
  { column: "timestamp", label: "Time of the record", path: "kafka.timestamp", of: "times" },
];
const CDC: readonly Field[] = [
  { column: "op", label: "Operation", path: "cdc.op", of: "texts" },
  { column: "sourceTime", label: "Time in the source", path: "cdc.source_time", of: "times" },
  { column: "deleted", label: "Soft-delete flag", path: "cdc.deleted", of: "flags" },
];
const EVENT: Field = { column: "eventTime", label: "Event time", path: "event_time", of: "times" };

/** Which columns hold what Kafka and the change stream knew of a row; each offers the columns whose type fits. */
export function ColumnFieldset({ columns, onChange, choices, faultOf, children }: ColumnFieldsetProps) {
  const change = (part: Partial<ColumnFields>) => onChange({ ...columns, ...part });
  const select = (field: Field) => (
    <ColumnSelect
      key={field.column}
      label={field.label}
      value={columns[field.column]}
      offered={choices[field.of]}
      error={faultOf(field.path)}
      onChange={(value) => change({ [field.column]: value })}
    />
  );
  return (
    <>
      <fieldset className={classes["group"]}>
        <legend>Kafka’s columns</legend>
        <p className={classes["says"]}>
          With the partition, keys that lie in several are counted; with offset and raw key causes are told apart.
        </p>
        <div className={classes["pair"]}>{KAFKA.map(select)}</div>
        {children}
      </fieldset>
      <fieldset className={classes["group"]}>
        <legend>Columns of change data capture, and time</legend>
        <div className={classes["pair"]}>
          {select(EVENT)}
          {CDC.map(select)}
          <TagsInput
            label="Log position"
            placeholder={columns.lsn.length === 0 ? "none" : ""}
            value={columns.lsn}
            data={choices.all}
            error={faultOf("cdc.lsn")}
            clearable
            onChange={(lsn) => change({ lsn })}
          />
        </div>
      </fieldset>
    </>
  );
}

interface ColumnSelectProps {
  label: string;
  value: string;
  offered: readonly string[];
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A column that is chosen already is offered too, whatever its type: nested ones are not among the columns. */
function ColumnSelect({ label, value, offered, error, onChange }: ColumnSelectProps) {
  const data = value === "" || offered.includes(value) ? offered : [value, ...offered];
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      data={[{ value: "", label: "none" }, ...data.map((column) => ({ value: column, label: column }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
