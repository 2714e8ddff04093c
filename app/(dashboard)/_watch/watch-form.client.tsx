"use client";

import { Button, NativeSelect } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState, type SyntheticEvent } from "react";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { useKept } from "#app/_ui/use-kept.client.ts";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import type { AskedTable, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { TABLE_KINDS } from "#lib/names.ts";
import { AskingFace } from "../_asking/asking-face.client.tsx";
import { findingOf, useAsking } from "../_asking/use-asking.client.ts";
import { faultAt } from "../_entries/faults-at.ts";
import { Fold } from "../_entries/fold.client.tsx";
import { FormEnd } from "../_entries/form-end.client.tsx";
import classes from "../_entries/form.module.css";
import { beginTable, type ColumnFields, type KnownNames, readTable, TableFields, writeTable } from "../_entries/table-fields.ts";
import { RegistrySelect } from "../_entries/registry-select.client.tsx";
import { useSaveEntry } from "../_entries/use-save-entry.client.ts";
import { CdcFieldset } from "./cdc-fieldset.client.tsx";
import { columnChoices } from "./column-choices.ts";
import { FollowSaved } from "./follow-saved.client.tsx";
import { KafkaFieldset } from "./kafka-fieldset.client.tsx";
import { KeyFieldset } from "./key-fieldset.client.tsx";
import { KIND_SENTENCES } from "./kind-sentences.ts";
import { MoreFieldset } from "./more-fieldset.client.tsx";
import { hasOwnMore, MORE_PATHS, otherKeys } from "./own-more.ts";
import { PlanView } from "./plan-view.client.tsx";
import { ScheduleFieldset } from "./schedule-fieldset.client.tsx";

export interface WatchFormProps {
  asked: AskedTable;
  /** null: the table could not be read; what was entered can be changed all the same. */
  description: TableDescription | null;
  sample: CatalogRequestView | null;
  /** That is changed; null: a new one. */
  entry: EntryView | null;
  known: KnownNames;
}

/** The form of a table that is watched. What was typed outlives a fault and a reload; once it is saved it follows the table to its first run. */
export function WatchForm({ asked, description, sample, entry, known }: WatchFormProps) {
  const { fields, change, clear, made, setMade, saved, planning, plan, found, faultOf, opensFor, submit } = useWatchForm({
    asked,
    description,
    entry,
  });
  if (made !== null) return <FollowSaved saved={made} onEdit={() => setMade(null)} />;
  const choices = columnChoices(description?.columns ?? []);
  const columns = { columns: fields.columns, onChange: (chosen: ColumnFields) => change({ columns: chosen }), choices, faultOf };
  return (
    <form className={classes["form"]} aria-label={entry === null ? "Watch this table" : `Change ${entry.name}`} onSubmit={submit}>
      <RequiredInput
        label="Name"
        missing="Enter a name."
        description="The name in Bergwatch and in messages."
        value={fields.name}
        error={faultOf("name")}
        maxLength={255}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <KeyFieldset
        asked={asked}
        keys={fields.keys}
        onChange={(keys) => change({ keys })}
        choices={choices}
        suggestions={description?.keys ?? []}
        sample={sample}
        faultOf={faultOf}
      />
      <NativeSelect
        label="Kind"
        description={fields.kind === "" ? "As the defaults of the file say; else upsert." : KIND_SENTENCES[fields.kind]}
        value={fields.kind}
        error={faultOf("kind")}
        data={[{ value: "", label: "As the defaults say" }, ...TABLE_KINDS.map((kind) => ({ value: kind, label: kind }))]}
        onChange={({ currentTarget }) => change({ kind: TABLE_KINDS.find((kind) => kind === currentTarget.value) ?? "" })}
      />
      <KafkaFieldset {...columns}>
        <RegistrySelect
          value={fields.schemaRegistry}
          known={known}
          error={faultOf("schema_registry")}
          onChange={(schemaRegistry) => change({ schemaRegistry })}
        />
      </KafkaFieldset>
      <Fold summary="More: CDC columns, schedule, owner, masking, filter" opensFor={opensFor}>
        <CdcFieldset {...columns} />
        <ScheduleFieldset schedule={fields.schedule} onChange={(schedule) => change({ schedule })} faultOf={faultOf} />
        <MoreFieldset fields={fields} change={change} choices={choices} known={known} faultOf={faultOf} />
      </Fold>
      <div aria-live="polite" className={classes["live"]}>
        <AskingFace asking={planning} says="A run is planned; no row is read." failed="It could not be planned" onAgain={plan} />
        {found !== null && <PlanView plan={found} />}
      </div>
      <FormEnd {...saved} save={entry === null ? "Watch the table" : "Save the changes"}>
        <Button variant="default" size="compact-md" loading={planning.isWaiting} onClick={plan}>
          What would a run cost?
        </Button>
        <Button variant="default" size="compact-md" onClick={() => clear()}>
          Reset
        </Button>
      </FormEnd>
    </form>
  );
}

const EMPTY = readTable({});

function useWatchForm({ asked, description, entry }: Pick<WatchFormProps, "asked" | "description" | "entry">) {
  const router = useRouter();
  // The one that the person saw: what others change meanwhile is not overwritten, and does not sweep away what is typed.
  const [base, setBase] = useState(entry);
  const version = base?.origin.from === "settings" ? base.origin.version : null;
  const guessed = description === null ? EMPTY : beginTable(asked, description);
  const begin = base?.written != null ? readTable(base.written) : guessed;
  const { value: fields, change, clear } = useKept(`table ${JSON.stringify(asked)} ${version ?? "new"}`, TableFields, begin);
  const [made, setMade] = useState<EntryView | null>(null);
  const saved = useSaveEntry(([first]) => {
    clear(fields);
    if (base === null) return setMade(first ?? null);
    setBase(first ?? base);
    router.refresh();
  });
  const planning = useAsking();
  const plan = () => planning.ask({ kind: "plan", written: writeTable(fields) });
  const found = findingOf(planning.request, "plan")?.plan ?? null;
  // What the plan found is shown at the fields as well, until somebody saves.
  const faults = saved.faults.length > 0 ? saved.faults : (found?.faults ?? []);
  const faultOf = (...paths: string[]) => faultAt(faults, ...paths);
  const isFaulty = faultOf(...MORE_PATHS, ...otherKeys(fields)) !== undefined;
  const opensFor = isFaulty ? "error" : hasOwnMore(fields, guessed) ? "value" : null;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const renamed = base !== null && base.name !== fields.name.trim() ? { formerName: base.name } : {};
    saved.save([{ kind: "table", written: writeTable(fields), version, ...renamed }]);
  };
  return { fields, change, clear, made, setMade, saved, planning, plan, found, faultOf, opensFor, submit };
}
