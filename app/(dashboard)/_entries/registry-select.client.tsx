"use client";

import { NativeSelect } from "@mantine/core";
import type { KnownNames } from "./table-fields.ts";

interface RegistrySelectProps {
  value: string;
  known: Pick<KnownNames, "registries">;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** Which schema registry knows the schemas of a table's Kafka keys. One that is chosen already is offered though there is none of that name. */
export function RegistrySelect({ value, known, error, onChange }: RegistrySelectProps) {
  const names = value === "" || known.registries.includes(value) ? known.registries : [value, ...known.registries];
  return (
    <NativeSelect
      label="Schema registry"
      description={known.registries.length === 0 ? "None yet: add one under Settings → Sources." : "Decodes keys that have a schema id."}
      value={value}
      error={error}
      data={[{ value: "", label: "as the defaults say, else none" }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
