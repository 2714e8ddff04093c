"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { addNote } from "#app/_queries/series-notes.ts";
import { useAuthor } from "#app/_ui/author.client.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { RequiredArea } from "#app/_ui/required-input.client.tsx";
import { NOTE_CHARS_MAX } from "#lib/contracts/notes.ts";
import classes from "./board.module.css";

/** Writes a note about the moment at which the cursor stands. What was typed stays when it could not be stored. */
export function NoteForm({ tableId, at, close }: { tableId: string; at: string; close: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const { author, setAuthor, rememberAuthor } = useAuthor();
  const add = useMutation({
    mutationFn: () => addNote({ tableId, at, author, text }),
    onSuccess: async () => {
      rememberAuthor();
      await client.invalidateQueries({ queryKey: ["series", tableId] });
      close();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className={classes["note"]} onSubmit={submit} aria-label="Add a note">
      <p>
        About <Time at={at} />; move the cursor of the charts for another moment.
      </p>
      <RequiredArea
        label="Note"
        description={`${NOTE_CHARS_MAX - text.length} of ${NOTE_CHARS_MAX} characters left`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={NOTE_CHARS_MAX}
        missing="Enter the note."
        autosize
        minRows={2}
        data-autofocus
      />
      <NameField author={author} setAuthor={setAuthor} />
      {add.isError && <p role="alert">{add.error.message}</p>}
      <div className={classes["noteActions"]}>
        <Button type="submit" size="compact-md" loading={add.isPending}>
          Add the note
        </Button>
        <Button variant="subtle" size="compact-md" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
