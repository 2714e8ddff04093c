"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { askLookUp } from "#app/_queries/key-requests.ts";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";
import { LookUp } from "../../_look-up/look-up.client.tsx";
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
      <LookUp
        tableId={tableId}
        keyName={keyName}
        asked={asked}
        fault={ask.error}
        leave="The stored rows stay below."
        rowsBefore={rowsBefore}
      />
    </div>
  );
}
