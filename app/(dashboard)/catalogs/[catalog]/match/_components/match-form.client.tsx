"use client";

import { Button, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { TABLE_KINDS } from "#lib/names.ts";
import form from "../../../../_entries/form.module.css";
import { RegistrySelect } from "../../../../_entries/registry-select.client.tsx";
import type { KnownNames } from "../../../../_entries/table-fields.ts";
import type { MatchFields } from "../../../../_entries/match-fields.ts";
import { KIND_SENTENCES } from "../../../../_watch/kind-sentences.ts";

interface MatchFormProps {
  fields: MatchFields;
  change: (part: Partial<MatchFields>) => void;
  known: KnownNames;
  fault: string | null;
  isWaiting: boolean;
  onPreview: () => void;
}

/** Which tables, how their keys are found, and what all of them are given. */
export function MatchForm({ fields, change, known, fault, isWaiting, onPreview }: MatchFormProps) {
  return (
    <form
      className={form["form"]}
      aria-label="Which, and how"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <RequiredInput
        label="Pattern"
        description="* matches anything within a level, ** also matches levels. Case-sensitive."
        placeholder="shop.*"
        value={fields.pattern}
        missing="Enter a pattern, such as shop.*."
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => change({ pattern: currentTarget.value })}
      />
      <NativeSelect
        label="Their keys"
        value={fields.keyBy}
        data={[
          { value: "identifier", label: "Each table’s own identifier fields" },
          { value: "columns", label: "The first of these that the table has" },
        ]}
        onChange={({ currentTarget }) => change({ keyBy: currentTarget.value === "columns" ? "columns" : "identifier" })}
      />
      {fields.keyBy === "columns" && (
        <Textarea
          label="Keys, one a line"
          description="Columns divided by commas, such as order_id, line_no."
          value={fields.keys}
          autosize
          minRows={2}
          spellCheck={false}
          onChange={({ currentTarget }) => change({ keys: currentTarget.value })}
        />
      )}
      <NativeSelect
        label="Kind"
        description={fields.kind === "" ? "Kafka and CDC columns are detected in each table." : KIND_SENTENCES[fields.kind]}
        value={fields.kind}
        data={[{ value: "", label: "Detect for each table" }, ...TABLE_KINDS.map((kind) => ({ value: kind, label: kind }))]}
        onChange={({ currentTarget }) => change({ kind: TABLE_KINDS.find((kind) => kind === currentTarget.value) ?? "" })}
      />
      <SharedFields fields={fields} change={change} known={known} />
      {fault !== null && (
        <p role="alert" className={form["fault"]}>
          {fault}
        </p>
      )}
      <div className={form["buttons"]}>
        <Button type="submit" size="compact-md" loading={isWaiting}>
          Preview
        </Button>
      </div>
    </form>
  );
}

/** What all of them are given. */
function SharedFields({ fields, change, known }: Pick<MatchFormProps, "fields" | "change" | "known">) {
  const owners = useId();
  return (
    <>
      <TextInput
        label="Owner"
        list={owners}
        value={fields.owner}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ owner: currentTarget.value })}
      />
      <datalist id={owners}>
        {known.owners.map((owner) => (
          <option key={owner} value={owner} />
        ))}
      </datalist>
      <TagsInput label="Tags" value={fields.tags} data={known.tags} clearable onChange={(tags) => change({ tags })} />
      <TextInput
        label="Masked columns"
        description="Owners of the tables, separated by commas."
        value={fields.masked}
        onChange={({ currentTarget }) => change({ masked: currentTarget.value })}
      />
      <RegistrySelect
        value={fields.schemaRegistry}
        known={known}
        error={undefined}
        onChange={(schemaRegistry) => change({ schemaRegistry })}
      />
      <TextInput
        label="Checked every"
        description="Such as 15m. Empty: for each new snapshot, or as the defaults say."
        value={fields.every}
        onChange={({ currentTarget }) => change({ every: currentTarget.value })}
      />
    </>
  );
}
