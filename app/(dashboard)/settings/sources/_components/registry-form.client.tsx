"use client";

import { NativeSelect } from "@mantine/core";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { NO_REGISTRY, readRegistry, RegistryFields, type RegistryProof, writeRegistry } from "../../../_entries/registry-fields.ts";
import classes from "../../../_entries/form.module.css";
import { SecretFields, SecretWords } from "../../../_entries/secret-fields.client.tsx";
import { NameField } from "./name-field.client.tsx";
import { SourceFrame } from "./source-frame.client.tsx";
import { useSourceForm } from "./use-source-form.client.ts";

const PROOFS: { value: RegistryProof; label: string }[] = [
  { value: "none", label: "None" },
  { value: "basic", label: "User and password, or an API key" },
  { value: "bearer", label: "Token" },
];

/** The form of a schema registry. `entry`: that is changed; null: a new one. */
export function RegistryForm({ entry, onSaved }: { entry: EntryView | null; onSaved: (entry: EntryView) => void }) {
  const form = useSourceForm({
    kind: "schema_registry",
    entry,
    shape: RegistryFields,
    begin: entry?.written == null ? NO_REGISTRY : readRegistry(entry.written),
    write: writeRegistry,
    nameOf: ({ name }) => name,
    onSaved,
  });
  const { fields, change, faultOf } = form;
  const isOwn = fields.kind === "apicurio";
  return (
    <SourceFrame form={form} test={{ kind: "test_registry", registry: { written: form.written } }}>
      <NameField value={fields.name} error={faultOf("name")} onChange={(name) => change({ name })} />
      <NativeSelect
        label="Interface"
        description={isOwn ? "" : "Karapace and Redpanda have it too, and Apicurio below /apis/ccompat/v7."}
        value={fields.kind}
        error={faultOf("kind")}
        data={[
          { value: "confluent", label: "Confluent’s" },
          { value: "apicurio", label: "Apicurio’s own" },
        ]}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value === "apicurio" ? "apicurio" : "confluent" })}
      />
      <RequiredInput
        label="Address"
        description={isOwn ? "Up to and without /apis." : "Up to and without /subjects."}
        inputMode="url"
        placeholder="https://registry.example.org"
        value={fields.url}
        error={faultOf("url")}
        missing="Enter the address of the registry."
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
      />
      <fieldset className={classes["group"]}>
        <legend>Authentication</legend>
        <NativeSelect
          label="Authentication"
          value={fields.proof}
          data={PROOFS}
          onChange={({ currentTarget }) => change({ proof: PROOFS.find(({ value }) => value === currentTarget.value)?.value ?? "none" })}
        />
        <Proof fields={fields} change={change} faultOf={faultOf} />
      </fieldset>
    </SourceFrame>
  );
}

interface ProofProps {
  fields: RegistryFields;
  change: (part: Partial<RegistryFields>) => void;
  faultOf: (...paths: string[]) => string | undefined;
}

function Proof({ fields, change, faultOf }: ProofProps) {
  if (fields.proof === "none") return null;
  return (
    <>
      <SecretWords />
      {fields.proof === "bearer" ? (
        <SecretFields label="Token" value={fields.token} error={faultOf("auth.bearer")} onChange={(token) => change({ token })} />
      ) : (
        <>
          <SecretFields
            label="User, or the key’s id"
            value={fields.username}
            error={faultOf("auth.basic.username")}
            onChange={(username) => change({ username })}
            mayBeText
          />
          <SecretFields
            label="Password, or the key’s secret"
            value={fields.password}
            error={faultOf("auth.basic.password")}
            onChange={(password) => change({ password })}
          />
        </>
      )}
    </>
  );
}
