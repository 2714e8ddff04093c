"use client";

import { RequiredInput } from "#app/_ui/required-input.client.tsx";

interface NameFieldProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** The name of a source that tables name: a catalog or a schema registry. */
export function NameField({ value, error, onChange }: NameFieldProps) {
  return (
    <RequiredInput
      label="Name"
      description="The name in Bergwatch; tables refer to it."
      value={value}
      error={error}
      maxLength={100}
      missing="Enter a name."
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
