"use client";

import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { acknowledgeIncidents, changeIncident } from "#app/_queries/incidents.ts";
import { addEntry } from "#app/_queries/review.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { agendaName } from "#lib/contracts/agenda-item.ts";
import { PERSON_CHARS_MAX } from "#lib/contracts/person.ts";
import type { AgendaItem } from "#lib/contracts/review.ts";
import { isSettled } from "#lib/contracts/agenda-item.ts";
import { ownerAndDue } from "./add-entry.client.tsx";
import { EntryFields } from "./entry-fields.client.tsx";
import classes from "./slides.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";
import { hasDraft, useDraft } from "./use-draft.client.ts";

const FORMS = { decision: "Decide", action: "Add action", assign: "Assign", acknowledge: "Acknowledge" } as const;
type Form = keyof typeof FORMS;

/** What the meeting can do with an item while it is on the screen. The tab keeps what was typed, whichever slide is shown. */
export function SlideActions({ item }: { item: AgendaItem }) {
  const { closed, week } = useDesk();
  const [opened, setOpened] = useState<Form | null>(null);
  const { incident, onIt, kind } = item;
  const isOpen = incident !== null && !isSettled(kind);
  const forms: Form[] = [
    ...(closed ? [] : (["decision", "action"] as const)),
    ...(isOpen ? (["assign"] as const) : []),
    ...(isOpen && onIt?.acknowledged == null ? (["acknowledge"] as const) : []),
  ];
  const nameOf = (form: Form) => `${week} ${incident?.id ?? agendaName(item)} ${form} on slide`;
  const [kept, setKept] = useState<Form | null>(null);
  useEffect(() => setKept((Object.keys(FORMS) as Form[]).find((form) => hasDraft(nameOf(form))) ?? null), [opened]);
  const shown = opened ?? kept;
  const close = () => {
    setOpened(null);
    setKept(null);
  };
  if (forms.length === 0) return null;
  return (
    <div className={classes["actions"]}>
      <div className={classes["buttons"]} role="group" aria-label={`Actions for ${agendaName(item)}`}>
        {forms.map((form) => (
          <button key={form} type="button" aria-expanded={shown === form} onClick={() => setOpened(shown === form ? null : form)}>
            {FORMS[form]}
          </button>
        ))}
      </div>
      {shown !== null && forms.includes(shown) && (
        <SlideForm key={shown} form={shown} item={item} name={nameOf(shown)} focuses={opened !== null} onClose={close} />
      )}
    </div>
  );
}

interface SlideFormProps {
  form: Form;
  item: AgendaItem;
  name: string;
  /** A person opened it just now. */
  focuses: boolean;
  onClose: () => void;
}

function SlideForm({ form, item, name, focuses, onClose }: SlideFormProps) {
  const { week, author, setAuthor } = useDesk();
  const { incident, owner, onIt } = item;
  const first = form === "assign" ? (onIt?.assignee ?? "") : (owner ?? "");
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focuses) fields.current?.querySelector<HTMLElement>("textarea, input")?.focus();
  }, [focuses]);
  const { draft, change, clear } = useDraft(name, { text: "", owner: first, due: "", version: null });
  const sending = useSend(
    async (_: null, by): Promise<unknown> => {
      const incidentId = incident?.id ?? null;
      if (form === "acknowledge" && incidentId !== null) return await acknowledgeIncidents({ incidentIds: [incidentId], by });
      if (form === "assign" && incidentId !== null) {
        return await changeIncident("assign", { incidentId, by, assignee: draft.owner.trim() === "" ? null : draft.owner });
      }
      const kind = form === "action" ? "action" : "decision";
      const text = incidentId === null ? `${agendaName(item)}: ${draft.text}` : draft.text;
      return await addEntry({ week, by, kind, text, incidentId, ...(kind === "action" && ownerAndDue(draft)) });
    },
    () => {
      clear();
      onClose();
    },
  );
  return (
    <form
      ref={fields}
      className={classes["form"]}
      aria-label={FORMS[form]}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(null);
      }}
    >
      {form === "decision" || form === "action" ? (
        <EntryFields kind={form} draft={draft} onChange={change} />
      ) : (
        <div className={classes["row"]}>
          {form === "assign" && (
            <TextInput
              label="Person or team (empty = unassign)"
              value={draft.owner}
              maxLength={PERSON_CHARS_MAX}
              data-autofocus
              onChange={(event) => change({ owner: event.currentTarget.value })}
            />
          )}
          <NameField author={author} setAuthor={setAuthor} />
        </div>
      )}
      {sending.isError && <p role="alert">{sending.error.message}</p>}
      <span className={classes["buttons"]}>
        <Button type="submit" loading={sending.isPending}>
          {form === "decision" || form === "action" ? "Save" : FORMS[form]}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            clear();
            onClose();
          }}
        >
          Cancel
        </Button>
      </span>
    </form>
  );
}
