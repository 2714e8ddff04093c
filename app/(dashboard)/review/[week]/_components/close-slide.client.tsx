"use client";

import { Button } from "@mantine/core";
import { closeWeek } from "#app/_queries/review.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import { formatCount } from "#lib/units.ts";
import classes from "./slides.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";

interface Counts {
  decisions: number;
  open: number;
  late: number;
  /** Agenda items without a decision or an action. */
  undecided: number;
}

/** What the meeting leaves, and closing the week. `says`: what closing, or reopening, does. */
export function CloseSlide({ says, closedBy, counts }: { says: string; closedBy: string | null; counts: Counts }) {
  const { week, closed, author, setAuthor } = useDesk();
  const sending = useSend(async (wanted: boolean, by) => await closeWeek({ week, by, closed: wanted }));
  const title = closed ? "Reopen" : "Close the week";
  const numbers = [
    ["Decisions", counts.decisions],
    ["Open actions", counts.open],
    ["Late actions", counts.late],
    ["Undecided items", counts.undecided],
  ] as const;
  return (
    <div className={classes["summary"]}>
      <h2>{closedBy === null ? "Close the week" : `Closed by ${closedBy}`}</h2>
      <dl className={classes["stats"]}>
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{formatCount(value)}</b>
            </dd>
          </div>
        ))}
      </dl>
      <form
        className={classes["form"]}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate(!closed);
        }}
      >
        <p>{says}</p>
        <NameField author={author} setAuthor={setAuthor} />
        {sending.isError && <p role="alert">{sending.error.message}</p>}
        <span className={classes["buttons"]}>
          <Button type="submit" loading={sending.isPending}>
            {title}
          </Button>
        </span>
      </form>
    </div>
  );
}
