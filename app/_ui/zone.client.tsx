"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext, useEffect, type ReactNode } from "react";
import { ZONE_COOKIE } from "./zone-cookie.ts";

const Zone = createContext("UTC");

/** The zone in which times are shown here: the one that the server rendered with, so that both agree. */
export function useZone(): string {
  return useContext(Zone);
}

/** Shows times in `zone`; tells the server the browser's own when that is another, and reads the page again in it. */
export function ZoneProvider({ zone, children }: { zone: string; children: ReactNode }) {
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own === undefined || own === zone) return;
    document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(own)}; path=/; max-age=31536000; samesite=lax`;
    // A browser without cookies would read the page for ever.
    if (document.cookie.includes(`${ZONE_COOKIE}=`)) router.refresh();
  }, [router, zone]);
  return <Zone value={zone}>{children}</Zone>;
}
