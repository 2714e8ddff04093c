"use client";

import { Button, Popover } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { NameField } from "./name-field.client.tsx";
import { useSigned } from "./use-signed.client.ts";
import classes from "./action-form.module.css";

interface ActionFormProps {
  /** Of the button that opens it. */
  label: string;
  /** What is done, on the form and its button; the label unless given. */
  title?: string;
  /** What comes of it, in a sentence. */
  says: string;
  main?: boolean;
  /** Sends it with the name of who signs. */
  onSend: (by: string) => Promise<unknown>;
  children?: ReactNode;
}

/** A button that opens a signed form. What was typed stays when it could not be stored. */
export function ActionForm({ label, title = label, says, main = false, onSend, children }: ActionFormProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      width={340}
      withinPortal
      keepMounted={false}
    >
      <Popover.Target>
        <Button {...(!main && { variant: "default" })} size="compact-md" onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["form"] ?? ""} aria-label={title}>
        <Fields title={title} says={says} onSend={onSend} onClose={() => setOpened(false)}>
          {children}
        </Fields>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ title, says, onSend, onClose, children }: Pick<ActionFormProps, "says" | "onSend" | "children"> & FieldsProps) {
  const { author, setAuthor, sending, submit } = useSigned(onSend, onClose);
  return (
    <form onSubmit={submit} aria-label={title} className={classes["fields"]}>
      <p>{says}</p>
      {children}
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
        <Button variant="default" size="compact-md" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

interface FieldsProps {
  title: string;
  onClose: () => void;
}
