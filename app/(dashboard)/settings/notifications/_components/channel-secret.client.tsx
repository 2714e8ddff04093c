"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useId } from "react";
import classes from "../../../_entries/form.module.css";
import type { ChannelSecret } from "../_notifications/channel-fields.ts";

interface ChannelSecretFieldProps {
  label: string;
  value: ChannelSecret;
  /** What was pasted and is not saved yet. */
  pasted: string;
  /** The file of the value that was pasted before; null: there is none. */
  wasStored: string | null;
  folder: string | null;
  error: string | undefined;
  onChange: (value: ChannelSecret) => void;
  onPaste: (text: string) => void;
}

/** A secret of a channel: pasted, kept as it is stored, or referred to. */
export function ChannelSecretField({ label, value, pasted, wasStored, folder, error, onChange, onPaste }: ChannelSecretFieldProps) {
  const name = useId();
  const { from, at } = value;
  const choose = (next: ChannelSecret["from"]) =>
    onChange({ from: next, at: next === "stored" ? (wasStored ?? "") : next === "file" && folder !== null ? `${folder}/` : "" });
  return (
    <fieldset className={classes["secret"]}>
      <legend id={name}>{label}</legend>
      <div>
        <NativeSelect
          aria-label={`${label}: source`}
          value={from}
          data={[
            ...(wasStored === null ? [] : [{ value: "stored", label: "Keep" }]),
            { value: "paste", label: "Paste" },
            { value: "variable", label: "Variable" },
            { value: "file", label: "File" },
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value as ChannelSecret["from"])}
        />
        {from === "paste" ? (
          <TextInput
            type="password"
            aria-labelledby={name}
            value={pasted}
            error={error}
            maxLength={4000}
            autoComplete="off"
            spellCheck={false}
            data-1p-ignore
            onChange={({ currentTarget }) => onPaste(currentTarget.value)}
          />
        ) : (
          <TextInput
            aria-labelledby={name}
            value={from === "stored" ? "The stored value" : at}
            disabled={from === "stored"}
            placeholder={from === "variable" ? "BERGWATCH_SECRET_SLACK" : `${folder ?? "/…/secrets"}/slack`}
            description={from === "variable" ? "Restart Bergwatch after you set the variable." : undefined}
            error={error}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => onChange({ from, at: currentTarget.value })}
          />
        )}
      </div>
    </fieldset>
  );
}
