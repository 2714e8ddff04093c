"use client";

import { Button } from "@mantine/core";
import { acknowledgeIncidents } from "#app/_queries/incidents.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { formatCount } from "#lib/units.ts";
import { useSigned } from "#app/_ui/use-signed.client.ts";
import classes from "./incident-list.module.css";

/** Says for several incidents at once that somebody has seen them. What is chosen stays so when it could not be stored. */
export function AcknowledgeBar({ incidentIds, onDone }: { incidentIds: readonly string[]; onDone: () => void }) {
  const { author, setAuthor, sending, submit } = useSigned(
    async (by) => await acknowledgeIncidents({ incidentIds: [...incidentIds], by }),
    onDone,
  );
  if (incidentIds.length === 0) return null;
  return (
    <form className={classes["acknowledge"]} onSubmit={submit} aria-label="Acknowledge the chosen incidents">
      <NameField author={author} setAuthor={setAuthor} inline />
      <Button type="submit" variant="default" size="compact-md" loading={sending.isPending}>
        {`Acknowledge ${formatCount(incidentIds.length)}`}
      </Button>
      {sending.isError && (
        <span role="alert" className={classes["fault"]}>
          {sending.error.message}
        </span>
      )}
    </form>
  );
}
