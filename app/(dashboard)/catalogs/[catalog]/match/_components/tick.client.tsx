"use client";

import { Checkbox } from "@mantine/core";
import { useId } from "react";
import classes from "./tick.module.css";

interface TickProps {
  label: string;
  /** False: it is for screen readers alone, since the words stand beside it. */
  isShown?: boolean;
  checked: boolean;
  indeterminate?: boolean;
  disabled: boolean;
  onChange: () => void;
}

/** A box to tick, as large as a finger needs and as small as it looks. */
export function Tick({ label, isShown = false, checked, indeterminate = false, disabled, onChange }: TickProps) {
  const id = useId();
  return (
    <span className={classes["tick"]}>
      <span className={classes["box"]}>
        <input
          id={id}
          type="checkbox"
          aria-label={isShown ? undefined : label}
          aria-checked={indeterminate ? "mixed" : undefined}
          checked={checked}
          disabled={disabled}
          onChange={onChange}
        />
        <Checkbox.Indicator checked={checked} indeterminate={indeterminate} disabled={disabled} color="var(--accent-fill)" aria-hidden />
      </span>
      {isShown && <label htmlFor={id}>{label}</label>}
    </span>
  );
}
