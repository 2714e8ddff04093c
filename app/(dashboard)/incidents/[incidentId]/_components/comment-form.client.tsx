"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { changeIncident } from "#app/_queries/incidents.ts";
import { INCIDENT_TEXT_MAX } from "#lib/contracts/incident-view.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { useSigned } from "#app/_ui/use-signed.client.ts";
import classes from "./timeline.module.css";

/** Writes a comment. `toldInThread`: a thread of Slack hears of it. What was typed stays when it could not be stored. */
export function CommentForm({ incidentId, toldInThread }: { incidentId: string; toldInThread: boolean }) {
  const [text, setText] = useState("");
  const { author, setAuthor, sending, submit } = useSigned(
    async (by) => await changeIncident("comments", { incidentId, by, text }),
    () => setText(""),
  );
  return (
    <form onSubmit={submit} className={classes["comment"]} aria-label="Write a comment">
      <Textarea
        aria-label="Comment"
        placeholder={toldInThread ? "Write a comment (also sent to the Slack thread)" : "Write a comment"}
        value={text}
        maxLength={INCIDENT_TEXT_MAX}
        required
        autosize
        minRows={1}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== "" && (
        <span className={classes["sign"]}>
          <NameField author={author} setAuthor={setAuthor} inline />
          <Button type="submit" size="compact-md" loading={sending.isPending}>
            Comment
          </Button>
        </span>
      )}
      {sending.isError && (
        <p role="alert" className={classes["fault"]}>
          {sending.error.message}
        </p>
      )}
    </form>
  );
}
