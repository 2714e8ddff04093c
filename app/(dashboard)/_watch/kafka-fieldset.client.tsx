"use client";

import type { ReactNode } from "react";
import classes from "../_entries/form.module.css";
import { declarationOf, SINGLE_ROLES } from "#lib/column-roles.ts";
import { ColumnSelect, type ColumnsProps } from "./column-select.client.tsx";

const ROLES = SINGLE_ROLES.filter((role) => declarationOf(role).path[0] === "kafka");

/** Fields for the columns with Kafka metadata; `children` follow them. */
export function KafkaFieldset({ children, ...props }: ColumnsProps & { children: ReactNode }) {
  return (
    <fieldset className={classes["group"]}>
      <legend>Kafka columns</legend>
      <p className={classes["says"]}>
        The partition shows keys that are in several partitions. The offset and the raw key tell causes apart.
      </p>
      <div className={classes["pair"]}>
        {ROLES.map((role) => (
          <ColumnSelect key={role} role={role} {...props} />
        ))}
      </div>
      {children}
    </fieldset>
  );
}
