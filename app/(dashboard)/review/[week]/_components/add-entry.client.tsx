"use client";

import { Button, Popover, SegmentedControl } from "@mantine/core";
import { useEffect, useState } from "react";
import { addEntry } from "#app/_queries/review.ts";
import type { ReviewEntryKind } from "#lib/names.ts";
import { EntryFields } from "./entry-fields.client.tsx";
import classes from "./entries.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";
import { hasDraft, useDraft } from "./use-draft.client.ts";

interface AddEntryProps {
  label: string;
  /** Which agenda item or list it is for, for a screen reader. */
  about?: string;
  kinds: readonly [ReviewEntryKind, ...ReviewEntryKind[]];
  incidentId?: string | null;
  /** What the text begins with, where it cannot be tied to an incident. */
  prefix?: string;
  owner?: string | null;
  quiet?: boolean;
}

const KIND_WORDS: Record<ReviewEntryKind, string> = { note: "Note", decision: "Decision", action: "Action" };

/** A button that opens a form for a new entry. The tab keeps a draft until it is saved or canceled; the button says so. */
export function AddEntry({ label, about, quiet = false, ...form }: AddEntryProps) {
  const { closed, week } = useDesk();
  const [opened, setOpened] = useState(false);
  const name = `${week} ${form.incidentId ?? form.prefix ?? "new"} ${form.kinds.join(" ")}`;
  const [kept, setKept] = useState(false);
  useEffect(() => setKept(hasDraft(name)), [name, opened]);
  if (closed) return null;
  const shown = kept && !opened ? "Continue draft" : label;
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end" shadow="md" width={380} keepMounted={false}>
      <Popover.Target>
        <Button
          variant={quiet ? "subtle" : "default"}
          size="compact-sm"
          className={classes["add"] ?? ""}
          aria-label={about === undefined ? undefined : `${shown}: ${about}`}
          onClick={() => setOpened(!opened)}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["form"] ?? ""} aria-label={label}>
        <NewEntry {...form} name={name} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function NewEntry({
  kinds,
  incidentId = null,
  prefix = "",
  owner = null,
  name,
  onClose,
}: Omit<AddEntryProps, "label" | "about" | "quiet"> & { name: string; onClose: () => void }) {
  const { week } = useDesk();
  const [kind, setKind] = useState(kinds[0]);
  const { draft, change, clear } = useDraft(name, { text: prefix, owner: owner ?? "", due: "", version: null });
  const sending = useSend(
    async (_: null, by) => await addEntry({ week, by, kind, text: draft.text, incidentId, ...(kind === "action" && ownerAndDue(draft)) }),
    () => {
      clear();
      onClose();
    },
  );
  return (
    <form
      className={classes["fields"]}
      aria-label="New entry"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate(null);
      }}
    >
      {kinds.length > 1 && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Kind of entry"
          value={kind}
          data={kinds.map((one) => ({ value: one, label: KIND_WORDS[one] }))}
          onChange={(value) => setKind(value)}
        />
      )}
      <EntryFields kind={kind} draft={draft} onChange={change} />
      {sending.isError && (
        <p role="alert" className={classes["fault"]}>
          {sending.error.message}
        </p>
      )}
      <span className={classes["answers"]}>
        <Button type="submit" size="compact-md" loading={sending.isPending}>
          Save
        </Button>
        <Button
          variant="default"
          size="compact-md"
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

/** The fields as stored: empty is null. */
export function ownerAndDue({ owner, due }: { owner: string; due: string }): { owner: string | null; due: string | null } {
  return { owner: owner.trim() === "" ? null : owner, due: due === "" ? null : due };
}
