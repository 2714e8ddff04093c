"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { removeNote } from "#app/_queries/series-notes.ts";
import type { LaneNumber } from "#app/_ui/charts/place-labels.ts";
import { Time } from "#app/_ui/time.client.tsx";
import { runLink, tableLink } from "#lib/contracts/links.ts";
import type { SeriesEvent } from "#lib/contracts/series.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./board.module.css";

interface EventListProps {
  tableId: string;
  keyName: string;
  events: readonly SeriesEvent[];
  leftOut: number;
  /** Which events share a number on the lane. */
  numbers: readonly LaneNumber[];
  isOpen: boolean;
}

/** Everything that the lane shows, in words, newest first. */
export function EventList({ tableId, keyName, events, leftOut, numbers, isOpen }: EventListProps) {
  if (events.length === 0) return null;
  const numberOf = new Map(numbers.flatMap(({ number, ids }) => ids.map((id) => [id, number])));
  return (
    <details className={classes["events"]} open={isOpen}>
      <summary>
        {formatCount(events.length)} {events.length === 1 ? "event" : "events"} in this range
      </summary>
      <ul>
        {events.toReversed().map((event) => (
          <li key={event.id}>
            {numberOf.has(event.id) && <span className={classes["number"]}>{numberOf.get(event.id)}</span>}
            <Time at={event.at} />
            <b>{event.kind === "note" ? "note" : event.label}</b>
            <span>{event.text}</span>
            <EventLink tableId={tableId} keyName={keyName} event={event} />
            {event.kind === "note" && event.ref !== null && <RemoveNote tableId={tableId} noteId={event.ref} />}
          </li>
        ))}
      </ul>
      {leftOut > 0 && <p>{formatCount(leftOut)} older ones are not listed; a shorter range shows them.</p>}
    </details>
  );
}

function EventLink({ tableId, keyName, event: { kind, ref } }: { tableId: string; keyName: string; event: SeriesEvent }) {
  if (ref === null || kind === "note") return null;
  if (kind === "failed") {
    return (
      <Link href={runLink(ref)} prefetch={false}>
        the run
      </Link>
    );
  }
  return (
    <Link href={tableLink(tableId, { key: keyName, snapshot: ref })} prefetch={false}>
      the snapshot
    </Link>
  );
}

function RemoveNote({ tableId, noteId }: { tableId: string; noteId: string }) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeNote({ tableId, noteId }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["series", tableId] }),
  });
  if (remove.isError) return <span role="alert">{remove.error.message}</span>;
  if (!isAsking) {
    return (
      <Button variant="subtle" size="compact-xs" onClick={() => setIsAsking(true)}>
        Remove
      </Button>
    );
  }
  return (
    <>
      <Button color="red" variant="default" size="compact-xs" loading={remove.isPending} onClick={() => remove.mutate()}>
        Remove this note
      </Button>
      <Button variant="subtle" size="compact-xs" onClick={() => setIsAsking(false)}>
        Keep it
      </Button>
    </>
  );
}
