"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useId } from "react";
import classes from "./form.module.css";
import type { SecretField } from "./written.ts";

interface SecretFieldsProps {
  label: string;
  value: SecretField;
  onChange: (value: SecretField) => void;
  error?: string | undefined;
  /** No secret: the text itself may stand there too. */
  mayBeText?: boolean;
}

const PLACES = [
  { value: "variable", label: "Variable" },
  { value: "file", label: "File" },
];
const EXAMPLES = { variable: "BERGWATCH_SECRET_LAKE", file: "secrets/lake", text: "bergwatch" } as const;

/** Where a secret lies, and never the secret. */
export function SecretFields({ label, value, onChange, error, mayBeText = false }: SecretFieldsProps) {
  const name = useId();
  const { from, at } = value;
  const places = mayBeText ? [{ value: "text", label: "Text" }, ...PLACES] : PLACES;
  return (
    <fieldset className={classes["secret"]}>
      <legend id={name}>{label}</legend>
      <div>
        <NativeSelect
          aria-label={`${label}: where it lies`}
          value={from}
          data={places}
          onChange={({ currentTarget }) => onChange({ at, from: currentTarget.value as SecretField["from"] })}
        />
        <TextInput
          aria-labelledby={name}
          value={at}
          placeholder={EXAMPLES[from]}
          error={error}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange({ from, at: currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

/** How secrets are given, and which. */
export function SecretWords() {
  return (
    <p className={classes["says"]}>
      Secrets stay where the workers find them; here stands only where: an environment variable of the workers, or a file on their machine.
      Allowed are variables named <code>BERGWATCH_SECRET_…</code>, files below <code>secrets/</code> of the data folder, and what{" "}
      <code>entered.secrets</code> of <code>bergwatch.yaml</code> lists.
    </p>
  );
}
