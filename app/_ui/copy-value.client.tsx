"use client";

import { CopyButton, UnstyledButton } from "@mantine/core";
import classes from "./copy-value.module.css";

/** Copies a value whole, however much of it is shown. */
export function CopyValue({ value, name }: { value: string; name: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes["copy"]} onClick={copy} aria-label={`Copy ${name}`}>
          {copied ? "copied" : "copy"}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
