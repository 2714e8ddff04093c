"use client";

import { TextInput } from "@mantine/core";

interface NameFieldProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** The name of a source that tables name: a catalog or a schema registry. */
export function NameField({ value, error, onChange }: NameFieldProps) {
  return (
    <TextInput
      label="Name"
      description="What it is called here; tables name it."
      value={value}
      error={error}
      maxLength={100}
      required
      withAsterisk={false}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
