"use client";

import { NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { MANAGER_TITLES } from "#lib/contracts/manager-titles.ts";
import { TABLE_MANAGERS } from "#lib/names.ts";
import form from "../_entries/form.module.css";
import type { KnownNames, TableFields } from "../_entries/table-fields.ts";
import type { ColumnChoices } from "./column-choices.ts";
import { otherKeys } from "./own-more.ts";

interface MoreFieldsetProps {
  fields: TableFields;
  change: (part: Partial<TableFields>) => void;
  choices: ColumnChoices;
  known: KnownNames;
  faultOf: (...paths: string[]) => string | undefined;
}

const MANAGERS = [
  { value: "", label: "As recognized" },
  ...TABLE_MANAGERS.map((manager) => ({ value: manager, label: manager === "you" ? "You" : MANAGER_TITLES[manager] })),
];

/** Who owns the table, what of it nobody may see, and which rows count. */
export function MoreFieldset({ fields, change, choices, known, faultOf }: MoreFieldsetProps) {
  const owners = useId();
  const others = otherKeys(fields);
  return (
    <fieldset className={form["group"]}>
      <legend>Ownership and rows</legend>
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
      <NativeSelect
        label="Managed by"
        description="Who may change the table’s files. Advice never changes a vendor’s table. Amazon MSK Data Delivery cannot be recognized: select it here."
        value={fields.managedBy}
        error={faultOf("managed_by")}
        data={MANAGERS}
        onChange={({ currentTarget }) => change({ managedBy: TABLE_MANAGERS.find((one) => one === currentTarget.value) ?? "" })}
      />
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
        description="A SQL condition. Only rows for which it is true count."
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
          Not shown here and kept: {others.join(", ")}. {faultOf(...others)}
        </p>
      )}
    </fieldset>
  );
}
