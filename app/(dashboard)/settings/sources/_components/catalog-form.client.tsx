"use client";

import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { CATALOG_PRESETS, findPreset, type CatalogPreset, type CatalogProof } from "#lib/contracts/catalog-presets.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { CatalogFields, NO_CATALOG, placeholdersIn, readCatalog, withPreset, writeCatalog } from "../../../_entries/catalog-fields.ts";
import { Fold } from "../../../_entries/fold.client.tsx";
import classes from "../../../_entries/form.module.css";
import { ProofFields } from "./proof-fields.client.tsx";
import { NameField } from "./name-field.client.tsx";
import { SourceFrame } from "./source-frame.client.tsx";
import { useSourceForm } from "./use-source-form.client.ts";

interface CatalogFormProps {
  /** That is changed; null: a new one. */
  entry: EntryView | null;
  /** The product that a link asks for. */
  product: string | null;
  onSaved: (entry: EntryView) => void;
}

const PROOFS: { value: CatalogProof; label: string }[] = [
  { value: "none", label: "None" },
  { value: "bearer", label: "Token" },
  { value: "oauth2", label: "OAuth2 client credentials" },
  { value: "sigv4", label: "AWS’s signature (SigV4)" },
];

/** The form of a catalog. */
export function CatalogForm({ entry, product, onSaved }: CatalogFormProps) {
  const form = useSourceForm({
    kind: "catalog",
    entry,
    shape: CatalogFields,
    begin: entry?.written == null ? beginWith(product) : readCatalog(entry.written),
    apart: product,
    write: writeCatalog,
    nameOf: ({ name }) => name,
    onSaved,
  });
  const { fields, change, faultOf } = form;
  return (
    <SourceFrame form={form} test={{ kind: "test", catalog: { written: form.written } }}>
      {entry === null && <ProductField fields={fields} change={change} />}
      <AddressFields fields={fields} change={change} faultOf={faultOf} />
      <fieldset className={classes["group"]}>
        <legend>Authentication</legend>
        <NativeSelect
          label="Authentication"
          value={fields.proof}
          data={PROOFS}
          onChange={({ currentTarget }) => change({ proof: PROOFS.find(({ value }) => value === currentTarget.value)?.value ?? "none" })}
        />
        <ProofFields fields={fields} change={change} faultOf={faultOf} />
      </fieldset>
      <MoreFields fields={fields} change={change} faultOf={faultOf} />
    </SourceFrame>
  );
}

function beginWith(product: string | null): CatalogFields {
  const preset = findPreset(product);
  return preset === null ? NO_CATALOG : withPreset({ ...NO_CATALOG, name: preset.id === "rest" ? "lake" : preset.id }, preset);
}

interface PartProps {
  fields: CatalogFields;
  change: (part: Partial<CatalogFields>) => void;
}
type FaultOf = (...paths: string[]) => string | undefined;

/** What product it is: to choose one fills in the shape of its address. It is but a help, and stored nowhere. */
function ProductField({ fields, change }: PartProps) {
  const preset = findPreset(fields.product);
  const products = CATALOG_PRESETS.map(({ id, product }) => ({ value: id, label: product }));
  return (
    <>
      <NativeSelect
        label="Product"
        value={preset?.id ?? ""}
        data={[{ value: "", label: "Another that speaks Iceberg’s REST protocol" }, ...products]}
        onChange={({ currentTarget }) => {
          const chosen = findPreset(currentTarget.value);
          change(chosen === null ? { product: "", uri: "", scope: "", tokenEndpoint: "" } : withPreset(fields, chosen));
        }}
      />
      {preset !== null && <p className={classes["says"]}>{preset.needs}</p>}
    </>
  );
}

function AddressFields({ fields, change, faultOf }: PartProps & { faultOf: FaultOf }) {
  const open = placeholdersIn(fields.uri);
  const preset = findPreset(fields.product);
  return (
    <>
      <NameField value={fields.name} error={faultOf("name")} onChange={(name) => change({ name })} />
      <RequiredInput
        label="Address"
        description={open.length === 0 ? "Up to and without /v1." : `Replace ${open.join(" and ")}.`}
        type="text"
        inputMode="url"
        placeholder="https://catalog.example.org/api/catalog"
        value={fields.uri}
        error={faultOf("uri")}
        missing="Enter the address of the catalog."
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ uri: currentTarget.value })}
      />
      <TextInput
        label="Warehouse"
        description={sayWarehouse(preset)}
        value={fields.warehouse}
        error={faultOf("warehouse")}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ warehouse: currentTarget.value })}
      />
    </>
  );
}

function sayWarehouse(preset: CatalogPreset | null): string {
  if (preset === null) return "If the catalog needs one: a name, an address or an account number.";
  return preset.warehouse === null ? "Not needed." : `Here ${preset.warehouse}.`;
}

function MoreFields({ fields, change, faultOf }: PartProps & { faultOf: FaultOf }) {
  const isFaulty = faultOf("prefix", "access_delegation", "region", "places") !== undefined;
  return (
    <Fold summary="Files, region and prefix" opensFor={isFaulty ? "error" : null}>
      <NativeSelect
        label="Credentials to the tables’ files"
        description={fields.delegation === "none" ? "A store below has to open them." : "If it vends none, add a store."}
        value={fields.delegation}
        error={faultOf("access_delegation")}
        data={[
          { value: "vended-credentials", label: "Request them from the catalog" },
          { value: "none", label: "Do not request them" },
        ]}
        onChange={({ currentTarget }) => change({ delegation: currentTarget.value === "none" ? "none" : "vended-credentials" })}
      />
      <TextInput
        label="Region of the files"
        description="If the catalog does not provide it."
        value={fields.region}
        error={faultOf("region")}
        onChange={({ currentTarget }) => change({ region: currentTarget.value })}
      />
      <Textarea
        label="Additional file locations"
        description="One a line: s3://bucket/folder, or a folder of the workers’ machine. Files elsewhere are opened only with the catalog’s credentials or by a store."
        value={fields.places}
        error={faultOf("places")}
        autosize
        minRows={1}
        onChange={({ currentTarget }) => change({ places: currentTarget.value })}
      />
      <TextInput
        label="Prefix"
        description="The path prefix after /v1, if the catalog does not provide it."
        value={fields.prefix}
        error={faultOf("prefix")}
        onChange={({ currentTarget }) => change({ prefix: currentTarget.value })}
      />
    </Fold>
  );
}
