"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { createContext, use, useId, type ReactNode } from "react";
import classes from "./form.module.css";
import { isVariableName, type SecretField } from "./written.ts";

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
const Folder = createContext<string | null>(null);

/** Tells the fields in it which folder files of secrets lie in; null: no worker has told. */
export function SecretFolder({ folder, children }: { folder: string | null; children: ReactNode }) {
  return <Folder value={folder}>{children}</Folder>;
}

/** Where a secret lies, and never the secret. */
export function SecretFields({ label, value, onChange, error, mayBeText = false }: SecretFieldsProps) {
  const name = useId();
  const folder = use(Folder);
  const { from, at } = value;
  const isNoName = from === "variable" && at.trim() !== "" && !isVariableName(at);
  const examples = { variable: "BERGWATCH_SECRET_LAKE", file: `${folder ?? "/…/secrets"}/lake`, text: "bergwatch" };
  const places = mayBeText ? [{ value: "text", label: "Text" }, ...PLACES] : PLACES;
  return (
    <fieldset className={classes["secret"]}>
      <legend id={name}>{label}</legend>
      <div>
        <NativeSelect
          aria-label={`${label}: location`}
          value={from}
          data={places}
          onChange={({ currentTarget }) => onChange(elsewhere(value, currentTarget.value as SecretField["from"], folder))}
        />
        <TextInput
          aria-labelledby={name}
          value={at}
          placeholder={examples[from]}
          error={isNoName ? NO_NAME : error}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange({ from, at: currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

const NO_NAME = "Not a variable name. Enter where the secret is, not the secret.";

/** What was typed goes on where it fits; a file begins in the folder of secrets. */
function elsewhere({ at }: SecretField, from: SecretField["from"], folder: string | null): SecretField {
  if (from === "file") return { from, at: at.startsWith("/") || folder === null ? at : `${folder}/` };
  return { from, at: at.startsWith("/") || (from === "variable" && !isVariableName(at)) ? "" : at };
}

/** How secrets are given, and which. */
export function SecretWords() {
  const folder = use(Folder);
  return (
    <p className={classes["says"]}>
      Secrets stay on the workers’ machine. Enter only where they are. A <b>file</b> below{" "}
      {folder === null ? (
        <>
          <code>secrets/</code> of the data folder
        </>
      ) : (
        <code>{folder}</code>
      )}{" "}
      holds the secret and nothing else, and is read at once. A <b>variable</b> is named <code>BERGWATCH_SECRET_…</code>, and has to be
      there when Bergwatch starts. <code>entered.secrets</code> of <code>bergwatch.yaml</code> allows others.
    </p>
  );
}
