"use client";

import { useQuery } from "@tanstack/react-query";
import { keyRequestQuery } from "#app/_queries/key-requests.ts";
import { isUnderWay, type KeyRequestView } from "#lib/contracts/key-requests.ts";
import { LookUpAnswer } from "./look-up-answer.client.tsx";
import classes from "./look-up.module.css";
import { Waiting } from "./waiting.client.tsx";

interface LookUpProps {
  tableId: string;
  keyName: string;
  /** Null: nothing was asked yet. */
  asked: KeyRequestView | null;
  /** Why nothing could be asked; null: it could. */
  fault: Error | null;
  /** What becomes of it when one leaves, said while it is under way. */
  leave: string;
  /** As for LookUpAnswer. */
  rowsBefore?: number;
}

/** A look-up from its question to its answer. */
export function LookUp({ asked, fault, ...rest }: LookUpProps) {
  return (
    <>
      {fault !== null && (
        <p className={classes["answer"]} role="alert">
          <b>Nothing was asked.</b> {fault.message}
        </p>
      )}
      {asked !== null && <Asked key={asked.id} asked={asked} {...rest} />}
    </>
  );
}

function Asked({ asked, leave, ...key }: Omit<LookUpProps, "asked" | "fault"> & { asked: KeyRequestView }) {
  const { data: request, error } = useQuery(keyRequestQuery(asked));
  return (
    <div aria-live="polite">
      {isUnderWay(request) ? <Waiting request={request} leave={leave} /> : <LookUpAnswer {...key} request={request} />}
      {error !== null && <p className={classes["fault"]}>{error.message}</p>}
    </div>
  );
}
