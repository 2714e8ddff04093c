"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AwsFields as Fields } from "./catalog-fields.ts";
import { SecretFields, SecretWords } from "./secret-fields.client.tsx";

interface AwsFieldsProps {
  value: Fields;
  onChange: (value: Fields) => void;
  /** What is wrong at a key of the entry. */
  faultOf: (key: string) => string | undefined;
}

const SOURCES = [
  { value: "machine", label: "What the workers’ machine has" },
  { value: "profile", label: "A profile of its AWS configuration" },
  { value: "keys", label: "Access keys" },
];

/** Which AWS credentials are used. */
export function AwsFields({ value, onChange, faultOf }: AwsFieldsProps) {
  const change = (part: Partial<Fields>) => onChange({ ...value, ...part });
  return (
    <>
      <NativeSelect
        label="AWS credentials"
        description={
          value.from === "machine"
            ? "Environment, default profile, web identity, container or instance role, as AWS’s own programs find them."
            : null
        }
        value={value.from}
        data={SOURCES}
        onChange={({ currentTarget }) => change({ from: currentTarget.value as Fields["from"] })}
      />
      {value.from === "profile" && (
        <TextInput
          label="Profile"
          value={value.profile}
          error={faultOf("profile")}
          onChange={({ currentTarget }) => change({ profile: currentTarget.value })}
        />
      )}
      {value.from === "keys" && (
        <KeyFields value={value} onChange={onChange} faultOf={faultOf}>
          <SecretFields
            label="Session token, where the keys are temporary"
            value={value.sessionToken}
            error={faultOf("session_token")}
            onChange={(sessionToken) => change({ sessionToken })}
          />
        </KeyFields>
      )}
    </>
  );
}

/** An access key and its secret; `children`: what goes with them. */
export function KeyFields({ value, onChange, faultOf, children }: AwsFieldsProps & { children?: ReactNode }) {
  const change = (part: Partial<Fields>) => onChange({ ...value, ...part });
  return (
    <>
      <SecretWords />
      <SecretFields
        label="Access key id"
        value={value.accessKeyId}
        error={faultOf("access_key_id")}
        onChange={(accessKeyId) => change({ accessKeyId })}
      />
      <SecretFields
        label="Secret access key"
        value={value.secretAccessKey}
        error={faultOf("secret_access_key")}
        onChange={(secretAccessKey) => change({ secretAccessKey })}
      />
      {children}
    </>
  );
}
