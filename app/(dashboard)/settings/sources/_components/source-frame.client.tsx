"use client";

import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import { useAsking } from "../../../_asking/use-asking.client.ts";
import { FormEnd } from "../../../_entries/form-end.client.tsx";
import classes from "../../../_entries/form.module.css";
import { TestFound } from "./test-found.client.tsx";
import type { useSourceForm } from "./use-source-form.client.ts";

interface SourceFrameProps {
  form: Pick<ReturnType<typeof useSourceForm>, "kind" | "entry" | "written" | "saved" | "submit" | "cancel">;
  /** What is asked to try it as it is filled in; left out: it cannot be tried. */
  test?: CatalogRequestBody;
  children: ReactNode;
}

/** The form around the fields of a source: what its test found, who saves it, what is wrong with it, and the buttons. */
export function SourceFrame({ form: { kind, entry, written, saved, submit, cancel }, test, children }: SourceFrameProps) {
  const asking = useAsking();
  const [tested, setTested] = useState(written);
  const what = ENTRY_WORDS[kind];
  const ask = () => {
    if (test === undefined) return;
    setTested(written);
    asking.ask(test);
  };
  return (
    <form className={classes["form"]} aria-label={entry === null ? `New ${what}` : `Change ${entry.name}`} onSubmit={submit}>
      {children}
      {test !== undefined && (
        <div aria-live="polite" className={classes["live"]}>
          <TestFound
            asking={asking}
            says={`The ${what} is asked.`}
            isOfOther={JSON.stringify(written) !== JSON.stringify(tested)}
            onAgain={ask}
          />
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
