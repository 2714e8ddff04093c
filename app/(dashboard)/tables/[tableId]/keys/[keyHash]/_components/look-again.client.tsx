"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { askLookUp, keyRequestQuery } from "#app/_queries/key-requests.ts";
import { isUnderWay, type KeyRequestView } from "#lib/contracts/key-requests.ts";
import { LookUpAnswer } from "../../_look-up/look-up-answer.client.tsx";
import { Waiting } from "../../_look-up/waiting.client.tsx";
import classes from "../../_look-up/look-up.module.css";

interface LookAgainProps {
  tableId: string;
  keyName: string;
  /** In the order of the key's columns. */
  values: string[];
  /** As the page shows it. */
  rowsBefore: number;
}

/** Reads this key anew at the newest snapshot, and says whether it still has several rows. */
export function LookAgain({ tableId, keyName, values, rowsBefore }: LookAgainProps) {
  const [asked, setAsked] = useState<KeyRequestView | null>(null);
  const ask = useMutation({ mutationFn: async () => await askLookUp({ tableId, key: keyName, values }), onSuccess: setAsked });
  return (
    <div className={classes["again"]}>
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        Look again now
      </Button>
      {ask.error !== null && (
        <p className={classes["answer"]} role="alert">
          <b>Nothing was asked.</b> {ask.error.message}
        </p>
      )}
      {asked !== null && <Answer key={asked.id} tableId={tableId} keyName={keyName} rowsBefore={rowsBefore} asked={asked} />}
    </div>
  );
}

function Answer({ asked, ...key }: Omit<LookAgainProps, "values"> & { asked: KeyRequestView }) {
  const { data: request, error } = useQuery(keyRequestQuery(asked));
  return (
    <div aria-live="polite">
      {isUnderWay(request) ? (
        <Waiting request={request} leave="The rows as they were kept stay below." />
      ) : (
        <LookUpAnswer {...key} request={request} />
      )}
      {error !== null && <p className={classes["fault"]}>{error.message}</p>}
    </div>
  );
}
