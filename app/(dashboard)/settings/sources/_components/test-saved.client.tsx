"use client";

import { Button } from "@mantine/core";
import type { CatalogRequestBody, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import { useAsking } from "../../../_asking/use-asking.client.ts";
import classes from "./source-list.module.css";
import { TestFound } from "./test-found.client.tsx";

interface TestSavedProps {
  name: string;
  body: CatalogRequestBody;
  /** The last test, where what it found is kept. */
  before: CatalogRequestView | null;
}

/** Tests a source that is in use. */
export function TestSaved({ name, body, before }: TestSavedProps) {
  const asking = useAsking(before);
  const test = () => asking.ask(body);
  return (
    <div className={classes["test"]}>
      <Button variant="default" size="compact-md" loading={asking.isWaiting} onClick={test} aria-label={`Test ${name}`}>
        Test
      </Button>
      <div aria-live="polite">
        <TestFound asking={asking} says={`Testing ${name}.`} onAgain={test} />
      </div>
    </div>
  );
}
