"use client";

import type { ReactNode } from "react";
import classes from "../_entries/form.module.css";
import { ColumnSelect, type ColumnField, type ColumnsProps } from "./column-select.client.tsx";

const FIELDS: readonly ColumnField[] = [
  { column: "partition", label: "Partition", path: "kafka.partition", of: "integers" },
  { column: "offset", label: "Offset", path: "kafka.offset", of: "integers" },
  { column: "topic", label: "Topic", path: "kafka.topic", of: "texts" },
  { column: "key", label: "Raw key", path: "kafka.key", of: "bytes" },
  { column: "timestamp", label: "Record timestamp", path: "kafka.timestamp", of: "times" },
];

/** Fields for the columns with Kafka metadata; `children` follow them. */
export function KafkaFieldset({ children, ...props }: ColumnsProps & { children: ReactNode }) {
  return (
    <fieldset className={classes["group"]}>
      <legend>Kafka columns</legend>
      <p className={classes["says"]}>
        The partition shows keys that are in several partitions. The offset and the raw key tell causes apart.
      </p>
      <div className={classes["pair"]}>
        {FIELDS.map((field) => (
          <ColumnSelect key={field.column} field={field} {...props} />
        ))}
      </div>
      {children}
    </fieldset>
  );
}
