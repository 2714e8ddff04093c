"use client";

import { TextInput } from "@mantine/core";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { RequiredArea } from "#app/_ui/required-input.client.tsx";
import { PERSON_CHARS_MAX } from "#lib/contracts/person.ts";
import { REVIEW_TEXT_MAX } from "#lib/contracts/review.ts";
import type { ReviewEntryKind } from "#lib/names.ts";
import classes from "./entries.module.css";
import { useDesk } from "./use-desk.client.tsx";
import type { Draft } from "./use-draft.client.ts";

const LABELS: Record<ReviewEntryKind, string> = { note: "Note", decision: "Decision", action: "Action" };

/** The fields of an entry and its author's name. An action also has an owner and a due date. */
export function EntryFields({
  kind,
  draft,
  onChange,
}: {
  kind: ReviewEntryKind;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const { author, setAuthor } = useDesk();
  return (
    <>
      <RequiredArea
        label={LABELS[kind]}
        value={draft.text}
        maxLength={REVIEW_TEXT_MAX}
        missing="Enter the text."
        autosize
        minRows={2}
        data-autofocus
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <div className={classes["row"]}>
        {kind === "action" && (
          <>
            <TextInput
              label="Owner"
              value={draft.owner}
              maxLength={PERSON_CHARS_MAX}
              onChange={(event) => onChange({ owner: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="Due"
              value={draft.due}
              className={classes["date"]}
              onChange={(event) => onChange({ due: event.currentTarget.value })}
            />
          </>
        )}
        <NameField author={author} setAuthor={setAuthor} />
      </div>
    </>
  );
}
