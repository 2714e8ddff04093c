"use client";

import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { NameField } from "#app/_ui/name-field.client.tsx";
import type { EntryFault } from "#lib/contracts/settings-entries.ts";
import classes from "./form.module.css";

interface FormEndProps {
  author: string;
  setAuthor: (author: string) => void;
  faults: readonly EntryFault[];
  error: Error | null;
  save: string;
  isSaving: boolean;
  disabled?: boolean;
  children?: ReactNode;
}

/** The end of a form of an entry: who saves it, what is wrong with it, and the buttons. The first field with an error gets the focus. */
export function FormEnd({ author, setAuthor, faults, error, save, isSaving, disabled = false, children }: FormEndProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (faults.length > 0) end.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
  return (
    <>
      <NameField author={author} setAuthor={setAuthor} inline />
      <FaultList faults={faults} title="Nothing was saved." />
      {error !== null && (
        <p role="alert" className={classes["fault"]}>
          {error.message}
        </p>
      )}
      <div ref={end} className={classes["buttons"]}>
        <Button type="submit" size="compact-md" loading={isSaving} disabled={disabled}>
          {save}
        </Button>
        {children}
      </div>
    </>
  );
}

/** What is wrong with an entry, part by part; nothing where nothing is. */
export function FaultList({ faults, title }: { faults: readonly EntryFault[]; title: string }) {
  if (faults.length === 0) return null;
  return (
    <div role="alert" className={classes["faults"]}>
      <b>{title}</b>
      <ul>
        {faults.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path !== "" && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
