"use client";

import { Button } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import { FormEnd } from "../../../_entries/form-end.client.tsx";
import classes from "../../../_entries/form.module.css";
import { TestFound } from "./test-found.client.tsx";
import type { useSourceForm } from "./use-source-form.client.ts";

interface SourceFrameProps {
  form: Pick<ReturnType<typeof useSourceForm>, "kind" | "entry" | "test" | "saved" | "submit" | "cancel">;
  /** What is asked to try it as it is filled in; left out: it cannot be tried. */
  test?: CatalogRequestBody;
  children: ReactNode;
}

/** The form around the fields of a source: what its test found, who saves it, what is wrong with it, and the buttons. The field that made a test fail gets the focus. */
export function SourceFrame({ form: { kind, entry, test: tested, saved, submit, cancel }, test, children }: SourceFrameProps) {
  const { asking, isOfOther, faults } = tested;
  const what = ENTRY_WORDS[kind];
  const form = useRef<HTMLFormElement>(null);
  const isFaulty = faults.length > 0;
  useEffect(() => {
    if (isFaulty) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [isFaulty]);
  const ask = () => {
    if (test !== undefined) tested.ask(test);
  };
  return (
    <form ref={form} className={classes["form"]} aria-label={entry === null ? `New ${what}` : `Change ${entry.name}`} onSubmit={submit}>
      {children}
      {test !== undefined && (
        <div aria-live="polite" className={classes["live"]}>
          <TestFound asking={asking} says={`Testing the ${what}.`} isOfOther={isOfOther} onAgain={ask} />
        </div>
      )}
      <FormEnd {...saved} save={entry === null ? `Save the ${what}` : "Save the changes"}>
        {test !== undefined && (
          <Button variant="default" size="compact-md" loading={asking.isWaiting} onClick={ask}>
            Test
          </Button>
        )}
        <Button variant="default" size="compact-md" onClick={cancel}>
          Cancel
        </Button>
      </FormEnd>
    </form>
  );
}
