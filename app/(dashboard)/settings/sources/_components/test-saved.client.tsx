"use client";

import { Button } from "@mantine/core";
import type { CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import { AskingFace } from "../../../_asking/asking-face.client.tsx";
import { useAsking } from "../../../_asking/use-asking.client.ts";
import { ProbeList, TestSentence } from "./probe-list.client.tsx";
import classes from "./source-list.module.css";

/** Tests a catalog that is in use. `before`: the last test, where what it found is kept. */
export function TestSaved({ name, before }: { name: string; before: CatalogRequestView | null }) {
  const asking = useAsking(before);
  const test = () => asking.ask({ kind: "test", catalog: { name } });
  return (
    <div className={classes["test"]}>
      <Button variant="default" size="compact-md" loading={asking.isWaiting} onClick={test} aria-label={`Test ${name}`}>
        Test
      </Button>
      <div aria-live="polite">
        <AskingFace asking={asking} says={`${name} is asked.`} failed="It could not be tested" onAgain={test} />
        <TestSentence asking={asking} />
        <ProbeList asking={asking} />
      </div>
    </div>
  );
}
