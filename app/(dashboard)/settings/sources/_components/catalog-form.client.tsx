"use client";

import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useKept } from "#app/_ui/use-kept.client.ts";
import { CATALOG_PRESETS, findPreset, type CatalogPreset, type CatalogProof } from "#lib/contracts/catalog-presets.ts";
import { sourcesLink } from "#lib/contracts/links.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { AskingFace } from "../../../_asking/asking-face.client.tsx";
import { useAsking } from "../../../_asking/use-asking.client.ts";
import { CatalogFields, NO_CATALOG, placeholdersIn, readCatalog, withPreset, writeCatalog } from "../../../_entries/catalog-fields.ts";
import { faultAt } from "../../../_entries/faults-at.ts";
import { FormEnd } from "../../../_entries/form-end.client.tsx";
import classes from "../../../_entries/form.module.css";
import { useSaveEntry } from "../../../_entries/use-save-entry.client.ts";
import { ProbeList, TestSentence } from "./probe-list.client.tsx";
import { ProofFields } from "./proof-fields.client.tsx";

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

/** The form of a catalog. What was typed outlives a fault and a reload. */
export function CatalogForm({ entry, product, onSaved }: CatalogFormProps) {
  const router = useRouter();
  const begin = entry?.written == null ? beginWith(product) : readCatalog(entry.written);
  const kept = useKept(`catalog ${entry?.name ?? "new"} ${version(entry) ?? product ?? ""}`, CatalogFields, begin);
  const { value: fields, change, clear } = kept;
  const asking = useAsking();
  const saved = useSaveEntry(([made]) => {
    clear();
    if (made !== undefined) onSaved(made);
  });
  const faultOf = (...paths: string[]) => faultAt(saved.faults, ...paths);
  const written = writeCatalog(fields);
  const [tested, setTested] = useState(written);
  const test = () => {
    setTested(written);
    asking.ask({ kind: "test", catalog: { written } });
  };
  const cancel = () => {
    clear();
    router.push(sourcesLink());
  };
  return (
    <form
      className={classes["form"]}
      aria-label={entry === null ? "New catalog" : `Change ${entry.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        const formerName = entry === null || entry.name === fields.name.trim() ? {} : { formerName: entry.name };
        saved.save([{ kind: "catalog", written, version: version(entry), ...formerName }]);
      }}
    >
      {entry === null && <ProductField fields={fields} change={change} />}
      <AddressFields fields={fields} change={change} faultOf={faultOf} />
      <fieldset className={classes["group"]}>
        <legend>How it learns who asks</legend>
        <NativeSelect
          label="Authentication"
          value={fields.proof}
          data={PROOFS}
          onChange={({ currentTarget }) => change({ proof: PROOFS.find(({ value }) => value === currentTarget.value)?.value ?? "none" })}
        />
        <ProofFields fields={fields} change={change} faultOf={faultOf} />
      </fieldset>
      <MoreFields fields={fields} change={change} faultOf={faultOf} />
      <div aria-live="polite" className={classes["live"]}>
        <AskingFace asking={asking} says="The catalog is asked." failed="It could not be tested" onAgain={test} />
        <TestSentence asking={asking} isOfOther={JSON.stringify(written) !== JSON.stringify(tested)} />
        <ProbeList asking={asking} />
      </div>
      <FormEnd {...saved} save={entry === null ? "Save the catalog" : "Save the changes"}>
        <Button variant="default" size="compact-md" loading={asking.isWaiting} onClick={test}>
          Test
        </Button>
        <Button variant="default" size="compact-md" onClick={cancel}>
          Cancel
        </Button>
      </FormEnd>
    </form>
  );
}

function version(entry: EntryView | null): number | null {
  return entry?.origin.from === "settings" ? entry.origin.version : null;
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
      <TextInput
        label="Name"
        description="What it is called here; tables name it."
        value={fields.name}
        error={faultOf("name")}
        maxLength={100}
        required
        withAsterisk={false}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput
        label="Address"
        description={open.length === 0 ? "Up to and without /v1." : `Put yours in the place of ${open.join(" and ")}.`}
        type="text"
        inputMode="url"
        placeholder="https://catalog.example.org/api/catalog"
        value={fields.uri}
        error={faultOf("uri")}
        required
        withAsterisk={false}
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
  if (preset === null) return "Where the catalog wants one: a name, an address or an account’s number.";
  return preset.warehouse === null ? "It wants none." : `Here ${preset.warehouse}.`;
}

function MoreFields({ fields, change, faultOf }: PartProps & { faultOf: FaultOf }) {
  const isFaulty = faultOf("prefix", "access_delegation", "region", "places") !== undefined;
  return (
    <details className={classes["more"]} {...(isFaulty && { open: true })}>
      <summary>Files, region and prefix</summary>
      <div className={classes["form"]}>
        <NativeSelect
          label="Credentials to the tables’ files"
          description={fields.delegation === "none" ? "A store below has to open them." : "Where it gives none, a store below opens them."}
          value={fields.delegation}
          error={faultOf("access_delegation")}
          data={[
            { value: "vended-credentials", label: "Ask the catalog for them" },
            { value: "none", label: "Do not ask" },
          ]}
          onChange={({ currentTarget }) => change({ delegation: currentTarget.value === "none" ? "none" : "vended-credentials" })}
        />
        <TextInput
          label="Region of the files"
          description="Where the catalog does not say it."
          value={fields.region}
          error={faultOf("region")}
          onChange={({ currentTarget }) => change({ region: currentTarget.value })}
        />
        <Textarea
          label="Further places of files"
          description="One a line: s3://bucket/folder, or a folder of the workers’ machine. Files elsewhere are opened only with the catalog’s credentials or by a store."
          value={fields.places}
          error={faultOf("places")}
          autosize
          minRows={1}
          onChange={({ currentTarget }) => change({ places: currentTarget.value })}
        />
        <TextInput
          label="Prefix"
          description="The part of paths behind /v1, where the catalog does not say it by itself."
          value={fields.prefix}
          error={faultOf("prefix")}
          onChange={({ currentTarget }) => change({ prefix: currentTarget.value })}
        />
      </div>
    </details>
  );
}
