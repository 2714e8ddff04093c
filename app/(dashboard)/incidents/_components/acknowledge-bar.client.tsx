"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { SyntheticEvent } from "react";
import { acknowledgeIncidents } from "#app/_queries/incidents.ts";
import { useAuthor } from "#app/_ui/author.client.ts";
import { PERSON_CHARS_MAX } from "#lib/contracts/incident-view.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./incident-list.module.css";

/** Says for several incidents at once that somebody has seen them. What is chosen stays so when it could not be stored. */
export function AcknowledgeBar({ incidentIds, onDone }: { incidentIds: readonly string[]; onDone: () => void }) {
  const router = useRouter();
  const { author, setAuthor, rememberAuthor } = useAuthor();
  const acknowledge = useMutation({
    mutationFn: async () => await acknowledgeIncidents({ incidentIds: [...incidentIds], by: author }),
    onSuccess: () => {
      rememberAuthor();
      onDone();
      router.refresh();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    acknowledge.mutate();
  };
  if (incidentIds.length === 0) return null;
  return (
    <form className={classes["acknowledge"]} onSubmit={submit} aria-label="Acknowledge the chosen incidents">
      <TextInput
        size="xs"
        aria-label="Your name"
        placeholder="Your name"
        value={author}
        maxLength={PERSON_CHARS_MAX}
        required
        onChange={(event) => setAuthor(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="compact-md" loading={acknowledge.isPending}>
        {`Acknowledge ${formatCount(incidentIds.length)}`}
      </Button>
      {acknowledge.isError && (
        <span role="alert" className={classes["fault"]}>
          {acknowledge.error.message}
        </span>
      )}
    </form>
  );
}
