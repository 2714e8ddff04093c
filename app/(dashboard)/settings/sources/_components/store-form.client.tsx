"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { STORE_PLACES } from "#lib/store-place.ts";
import { AwsFields, KeyFields } from "../../../_entries/aws-fields.client.tsx";
import { SecretFields, SecretWords } from "../../../_entries/secret-fields.client.tsx";
import { NO_STORE, OPENED_BY, type OpenedBy, readStore, StoreFields, waysOf, writeStore } from "../../../_entries/store-fields.ts";
import { SourceFrame } from "./source-frame.client.tsx";
import { useSourceForm } from "./use-source-form.client.ts";

/** The form of a store of files. `entry`: that is changed; null: a new one. */
export function StoreForm({ entry, onSaved }: { entry: EntryView | null; onSaved: (entry: EntryView) => void }) {
  const form = useSourceForm({
    kind: "store",
    entry,
    shape: StoreFields,
    begin: entry?.written == null ? NO_STORE : readStore(entry.written),
    write: writeStore,
    nameOf: ({ scope }) => scope,
    onSaved,
  });
  const { fields, change, faultOf } = form;
  return (
    <SourceFrame form={form}>
      <PlaceFields fields={fields} change={change} faultOf={faultOf} />
      <OpenedByFields fields={fields} change={change} faultOf={faultOf} />
    </SourceFrame>
  );
}

interface PartProps {
  fields: StoreFields;
  change: (part: Partial<StoreFields>) => void;
  faultOf: (...paths: string[]) => string | undefined;
}

/** What lies in it, and where it answers. */
function PlaceFields({ fields, change, faultOf }: PartProps) {
  const isS3 = waysOf(fields).kind === "s3";
  return (
    <>
      <RequiredInput
        label="Scope"
        description={`Opens files under it: ${STORE_PLACES}. If several match, the longest applies.`}
        placeholder="s3://lake"
        value={fields.scope}
        error={faultOf("scope")}
        missing="Enter the scope, such as s3://bucket."
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ scope: currentTarget.value })}
      />
      <TextInput
        label="Endpoint"
        description="The store’s address, where it is not the provider’s own."
        placeholder="https://minio.example.org:9000"
        inputMode="url"
        value={fields.endpoint}
        error={faultOf("endpoint")}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ endpoint: currentTarget.value })}
      />
      {isS3 && (
        <>
          <NativeSelect
            label="Bucket"
            value={fields.pathStyle}
            error={faultOf("path_style")}
            data={[
              { value: "", label: fields.endpoint.trim() === "" ? "In the host’s name" : "In the path, as with an endpoint" },
              { value: "yes", label: "In the path" },
              { value: "no", label: "In the host name, for any endpoint" },
            ]}
            onChange={({ currentTarget: { value } }) => change({ pathStyle: value === "yes" || value === "no" ? value : "" })}
          />
          <TextInput
            label="Region"
            value={fields.region}
            error={faultOf("region")}
            onChange={({ currentTarget }) => change({ region: currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

const WAYS: Readonly<Record<OpenedBy, string>> = {
  aws: "AWS credentials",
  machine: "What the workers’ machine has of Azure credentials",
  access_key_id: "An HMAC key",
  token: "An OAuth2 token",
  account_key: "A key of the storage account",
  sas_token: "A shared access signature",
  anonymous: "None (public)",
};

/** What opens it, by the kind of store that its scope names. */
function OpenedByFields({ fields, change, faultOf }: PartProps) {
  const { kind, by } = waysOf(fields);
  const isSecret = by === "token" || by === "account_key" || by === "sas_token";
  return (
    <>
      <NativeSelect
        label="Opened by"
        value={by}
        error={faultOf("anonymous")}
        data={OPENED_BY[kind].map((way) => ({ value: way, label: WAYS[way] }))}
        onChange={({ currentTarget }) => change({ openedBy: currentTarget.value as OpenedBy })}
      />
      {by === "aws" && <AwsFields value={fields.aws} onChange={(aws) => change({ aws })} faultOf={faultOf} />}
      {by === "access_key_id" && <KeyFields value={fields.aws} onChange={(aws) => change({ aws })} faultOf={faultOf} />}
      {isSecret && (
        <>
          <SecretWords />
          <SecretFields label={WAYS[by]} value={fields.secret} error={faultOf(by)} onChange={(secret) => change({ secret })} />
        </>
      )}
    </>
  );
}
