"use client";

import { TagsInput, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import form from "../_entries/form.module.css";
import type { KnownNames, TableFields } from "../_entries/table-fields.ts";
import type { ColumnChoices } from "./column-choices.ts";

interface MoreFieldsetProps {
  fields: TableFields;
  change: (part: Partial<TableFields>) => void;
  choices: ColumnChoices;
  known: KnownNames;
  faultOf: (...paths: string[]) => string | undefined;
}

/** Whose the table is, what of it nobody may see, and which rows count. */
export function MoreFieldset({ fields, change, choices, known, faultOf }: MoreFieldsetProps) {
  const owners = useId();
  const others = Object.keys(fields.rest).filter((key) => !["catalog", "table", "location"].includes(key));
  return (
    <fieldset className={form["group"]}>
      <legend>Whose it is, and what counts</legend>
      <div className={form["pair"]}>
        <TextInput
          label="Owner"
          list={owners}
          placeholder="A team or a person"
          value={fields.owner}
          error={faultOf("owner")}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ owner: currentTarget.value })}
        />
        <datalist id={owners}>
          {known.owners.map((owner) => (
            <option key={owner} value={owner} />
          ))}
        </datalist>
        <TagsInput
          label="Tags"
          value={fields.tags}
          data={[...known.tags]}
          error={faultOf("tags")}
          clearable
          onChange={(tags) => change({ tags })}
        />
      </div>
      <TagsInput
        label="Masked columns"
        description="Their values are never stored or shown."
        value={fields.masked}
        data={choices.all}
        error={faultOf("masked")}
        clearable
        onChange={(masked) => change({ masked })}
      />
      <Textarea
        label="Filter"
        description="A SQL condition; rows for which it is not true are no part of the table."
        placeholder="status <> 'test'"
        value={fields.filter}
        error={faultOf("filter")}
        autosize
        minRows={1}
        spellCheck={false}
        onChange={({ currentTarget }) => change({ filter: currentTarget.value })}
      />
      {others.length > 0 && (
        <p className={form["says"]}>
          Kept as they are: {others.join(", ")}. {faultOf(...others)}
        </p>
      )}
    </fieldset>
  );
}
