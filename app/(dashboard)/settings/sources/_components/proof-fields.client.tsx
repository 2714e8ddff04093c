"use client";

import { TextInput } from "@mantine/core";
import { AwsFields } from "../../../_entries/aws-fields.client.tsx";
import { placeholdersIn, type CatalogFields } from "../../../_entries/catalog-fields.ts";
import { SecretFields, SecretWords } from "../../../_entries/secret-fields.client.tsx";

interface ProofFieldsProps {
  fields: CatalogFields;
  change: (part: Partial<CatalogFields>) => void;
  faultOf: (...paths: string[]) => string | undefined;
}

/** What the chosen proof asks for. */
export function ProofFields({ fields, change, faultOf }: ProofFieldsProps) {
  switch (fields.proof) {
    case "none":
      return null;
    case "bearer":
      return (
        <>
          <SecretWords />
          <SecretFields label="Token" value={fields.token} error={faultOf("auth.bearer")} onChange={(token) => change({ token })} />
        </>
      );
    case "oauth2":
      return <OAuth2Fields fields={fields} change={change} faultOf={faultOf} />;
    case "sigv4":
      return (
        <>
          <AwsFields value={fields.aws} onChange={(aws) => change({ aws })} faultOf={(key) => faultOf(`auth.sigv4.${key}`)} />
          <TextInput
            label="Service"
            description="Signed for: glue or s3tables. Empty: by the address."
            value={fields.service}
            error={faultOf("auth.sigv4.service")}
            onChange={({ currentTarget }) => change({ service: currentTarget.value })}
          />
          <TextInput
            label="Region"
            description="Empty: by the address."
            value={fields.signRegion}
            error={faultOf("auth.sigv4.region")}
            onChange={({ currentTarget }) => change({ signRegion: currentTarget.value })}
          />
        </>
      );
  }
}

function OAuth2Fields({ fields, change, faultOf }: ProofFieldsProps) {
  return (
    <>
      <SecretWords />
      <SecretFields
        label="Client id"
        value={fields.clientId}
        error={faultOf("auth.oauth2.client_id")}
        onChange={(clientId) => change({ clientId })}
        mayBeText
      />
      <SecretFields
        label="Client secret"
        value={fields.clientSecret}
        error={faultOf("auth.oauth2.client_secret")}
        onChange={(clientSecret) => change({ clientSecret })}
      />
      <TextInput
        label="Scope"
        description="Empty: catalog."
        value={fields.scope}
        error={faultOf("auth.oauth2.scope")}
        onChange={({ currentTarget }) => change({ scope: currentTarget.value })}
      />
      <TextInput
        label="Token endpoint"
        description={sayPlaceholders(fields.tokenEndpoint) ?? "Empty: the catalog’s own, /v1/oauth/tokens."}
        value={fields.tokenEndpoint}
        error={faultOf("auth.oauth2.token_endpoint")}
        inputMode="url"
        onChange={({ currentTarget }) => change({ tokenEndpoint: currentTarget.value })}
      />
    </>
  );
}

function sayPlaceholders(text: string): string | null {
  const open = placeholdersIn(text);
  return open.length === 0 ? null : `Replace ${open.join(" and ")}.`;
}
