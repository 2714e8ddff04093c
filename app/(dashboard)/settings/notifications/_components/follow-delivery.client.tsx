"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { deliveryOf } from "#app/_queries/notifications.ts";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { deliveryLink } from "#lib/contracts/links.ts";
import { isOnItsWay, type DeliveryView } from "#lib/contracts/notifications.ts";
import classes from "./follow-delivery.module.css";

/** What becomes of a message, as it happens; the page is read again once it has ended. */
export function FollowDelivery({ first }: { first: DeliveryView }) {
  const router = useRouter();
  const { data, error } = useQuery(deliveryOf(first));
  const ended = !isOnItsWay(data);
  useEffect(() => {
    if (ended) router.refresh();
  }, [ended, router]);
  return (
    <p className={classes["follow"]} role="status">
      <StateIcon state={!ended ? "unknown" : data.state === "delivered" ? "ok" : "alert"} />
      <span>
        {data.sentence}
        {data.until !== null && (
          <>
            {" "}
            <Time at={data.until} />.
          </>
        )}{" "}
        <Link href={deliveryLink(data.id)} prefetch={false}>
          Attempts
        </Link>
        {error !== null && ` ${error.message}`}
      </span>
    </p>
  );
}
