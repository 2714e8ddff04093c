"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { RequiredTags } from "#app/_ui/required-input.client.tsx";
import type { KeySuggestion } from "#lib/contracts/browse-documents.ts";
import type { AskedTable, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import { KEY_PROMISES } from "#lib/names.ts";
import { AskingFace } from "../_asking/asking-face.client.tsx";
import { findingOf, useAsking } from "../_asking/use-asking.client.ts";
import form from "../_entries/form.module.css";
import { NO_KEY, type KeyFields } from "../_entries/table-fields.ts";
import type { ColumnChoices } from "./column-choices.ts";
import classes from "./key-fieldset.module.css";
import { SampleTable } from "./sample-table.client.tsx";

interface KeyFieldsetProps {
  asked: AskedTable;
  keys: readonly KeyFields[];
  onChange: (keys: KeyFields[]) => void;
  choices: ColumnChoices;
  /** By the table's own words; a sample tells more. */
  suggestions: readonly KeySuggestion[];
  /** A look into the table that was taken before. */
  sample: CatalogRequestView | null;
  faultOf: (...paths: string[]) => string | undefined;
}

/** The table's business keys: suggestions with their reasons, a look into the rows, and the columns of each key in their order. */
export function KeyFieldset({ asked, keys, onChange, choices, suggestions, sample, faultOf }: KeyFieldsetProps) {
  const asking = useAsking(sample);
  const look = () => asking.ask({ kind: "sample", table: asked });
  const found = findingOf(asking.request, "sample")?.sample ?? null;
  const change = (at: number, part: Partial<KeyFields>) => onChange(keys.map((key, place) => (place === at ? { ...key, ...part } : key)));
  const last = keys.length - 1;
  return (
    <fieldset className={form["group"]}>
      <legend>{keys.length === 1 ? "Business key" : "Business keys"}</legend>
      <p className={form["says"]}>The columns that say which thing a row is about. Two rows with one key are a duplicate.</p>
      <Suggestions
        suggestions={found?.keys ?? suggestions}
        chosen={keys[last]?.columns ?? []}
        onChoose={(columns) => change(last, { columns })}
      />
      {keys.map((key, at) => (
        <OneKey
          key={at}
          label={keys.length === 1 ? "Columns of the key" : `Columns of key ${at + 1}`}
          fields={key}
          columns={choices.all}
          error={faultOf(`keys.${at}`, ...(at === 0 ? ["key"] : []))}
          onChange={(part) => change(at, part)}
          onRemove={keys.length === 1 ? null : () => onChange(keys.filter((_, place) => place !== at))}
        />
      ))}
      <div className={form["buttons"]}>
        <Button variant="default" size="compact-md" loading={asking.isWaiting} onClick={look}>
          Look into a sample
        </Button>
        <Button variant="default" size="compact-md" onClick={() => onChange([...keys, NO_KEY])}>
          Add another key
        </Button>
      </div>
      <div aria-live="polite" className={form["live"]}>
        <AskingFace asking={asking} says="A few rows are read." failed="No sample could be taken" onAgain={look} />
        {found !== null && !asking.isWaiting && <SampleTable sample={found} onChoose={(column) => change(last, { columns: [column] })} />}
      </div>
    </fieldset>
  );
}

interface SuggestionsProps {
  suggestions: readonly KeySuggestion[];
  chosen: readonly string[];
  onChoose: (columns: string[]) => void;
}

function Suggestions({ suggestions, chosen, onChoose }: SuggestionsProps) {
  if (suggestions.length === 0)
    return <p className={form["says"]}>The table names no identifier fields, and no column is called like a key.</p>;
  return (
    <ul className={classes["suggestions"]} aria-label="Suggested keys">
      {suggestions.map(({ columns, sentence }) => {
        const isChosen = columns.length === chosen.length && columns.every((column, at) => column === chosen[at]);
        return (
          <li key={columns.join("\0")}>
            <button type="button" className={classes["chip"]} aria-pressed={isChosen} onClick={() => onChoose([...columns])}>
              <bdi>{columns.join(", ")}</bdi>
            </button>
            <span>{sentence}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface OneKeyProps {
  label: string;
  fields: KeyFields;
  columns: string[];
  error: string | undefined;
  onChange: (part: Partial<KeyFields>) => void;
  /** null: it is the only one. */
  onRemove: (() => void) | null;
}

function OneKey({ label, fields, columns, error, onChange, onRemove }: OneKeyProps) {
  return (
    <div className={onRemove === null ? classes["one"] : classes["several"]}>
      <RequiredTags
        label={label}
        missing="Choose the columns of the key."
        description="In their order; a nested one as a.b."
        placeholder={fields.columns.length === 0 ? "Choose or type a column" : ""}
        value={fields.columns}
        data={columns}
        error={error}
        clearable
        onChange={(chosen) => onChange({ columns: chosen })}
      />
      {onRemove !== null && (
        <div className={form["pair"]}>
          <TextInput
            label="Name of the key"
            placeholder="Its columns"
            value={fields.name}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
          <NativeSelect
            label="A second row of it"
            value={fields.promise}
            data={[
              { value: "", label: "as the kind says" },
              { value: "unique", label: "is wrong" },
              { value: "none", label: "may be" },
            ]}
            onChange={({ currentTarget }) => onChange({ promise: KEY_PROMISES.find((promise) => promise === currentTarget.value) ?? "" })}
          />
          <Button variant="default" size="compact-md" onClick={onRemove}>
            Remove this key
          </Button>
        </div>
      )}
    </div>
  );
}
