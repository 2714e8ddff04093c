"use client";

import { Button, Popover } from "@mantine/core";
import { useState } from "react";
import { closeWeek } from "#app/_queries/review.ts";
import { NameField } from "#app/_ui/name-field.client.tsx";
import classes from "./entries.module.css";
import { useDesk, useSend } from "./use-desk.client.tsx";

/** Closes the week, or reopens it; signed. */
export function CloseWeek({ says }: { says: string }) {
  const { week, closed, author, setAuthor } = useDesk();
  const [opened, setOpened] = useState(false);
  const title = closed ? "Reopen" : "Close the week";
  const sending = useSend(
    async (wanted: boolean, by) => await closeWeek({ week, by, closed: wanted }),
    () => setOpened(false),
  );
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus position="bottom-end" shadow="md" width={340} keepMounted={false}>
      <Popover.Target>
        <Button variant="default" size="compact-md" className={classes["action"] ?? ""} onClick={() => setOpened(!opened)}>
          {title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["form"] ?? ""} aria-label={title}>
        <form
          className={classes["fields"]}
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            sending.mutate(!closed);
          }}
        >
          <p>{says}</p>
          <NameField author={author} setAuthor={setAuthor} />
          {sending.isError && (
            <p role="alert" className={classes["fault"]}>
              {sending.error.message}
            </p>
          )}
          <span className={classes["answers"]}>
            <Button type="submit" size="compact-md" loading={sending.isPending}>
              {title}
            </Button>
            <Button variant="default" size="compact-md" onClick={() => setOpened(false)}>
              Cancel
            </Button>
          </span>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
