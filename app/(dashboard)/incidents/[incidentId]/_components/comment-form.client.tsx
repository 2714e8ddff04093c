"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type SyntheticEvent } from "react";
import { changeIncident } from "#app/_queries/incidents.ts";
import { useAuthor } from "#app/_ui/author.client.ts";
import { INCIDENT_TEXT_MAX, PERSON_CHARS_MAX } from "#lib/contracts/incident-view.ts";
import classes from "./timeline.module.css";

/** Writes a comment. What was typed stays when it could not be stored. */
export function CommentForm({ incidentId }: { incidentId: string }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const { author, setAuthor, rememberAuthor } = useAuthor();
  const add = useMutation({
    mutationFn: async () => await changeIncident("comments", { incidentId, by: author, text }),
    onSuccess: () => {
      rememberAuthor();
      setText("");
      router.refresh();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className={classes["comment"]} aria-label="Write a comment">
      <Textarea
        aria-label="Comment"
        placeholder="Write a comment"
        value={text}
        maxLength={INCIDENT_TEXT_MAX}
        required
        autosize
        minRows={1}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== "" && (
        <span className={classes["sign"]}>
          <TextInput
            size="xs"
            aria-label="Your name"
            placeholder="Your name"
            value={author}
            maxLength={PERSON_CHARS_MAX}
            required
            onChange={(event) => setAuthor(event.currentTarget.value)}
          />
          <Button type="submit" size="compact-md" loading={add.isPending}>
            Comment
          </Button>
        </span>
      )}
      {add.isError && (
        <p role="alert" className={classes["fault"]}>
          {add.error.message}
        </p>
      )}
    </form>
  );
}
