"use client";

import { Button, Modal } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { storeAuthor, useStoredAuthor } from "#app/_ui/author.client.ts";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { PERSON_CHARS_MAX } from "#lib/contracts/person.ts";
import classes from "./signature.module.css";

/** Sets, changes or clears the name with which this browser signs. */
export function Signature({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Your name"
      size={420}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Fields onClose={onClose} />
    </Modal>
  );
}

function Fields({ onClose }: { onClose: () => void }) {
  const stored = useStoredAuthor() ?? "";
  const [name, setName] = useState(stored);
  const keep = (next: string) => {
    storeAuthor(next);
    onClose();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    keep(name);
  };
  return (
    <form className={classes["fields"]} onSubmit={submit} aria-label="Your name">
      <RequiredInput
        label="Name"
        description="Bergwatch puts it on everything you acknowledge, decide or change. It is stored in this browser and is not a login."
        value={name}
        maxLength={PERSON_CHARS_MAX}
        missing="Enter your name."
        autoComplete="name"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <span className={classes["answers"]}>
        <Button type="submit" size="compact-md">
          Save
        </Button>
        {stored !== "" && (
          <Button variant="default" size="compact-md" onClick={() => keep("")}>
            Clear
          </Button>
        )}
      </span>
    </form>
  );
}
