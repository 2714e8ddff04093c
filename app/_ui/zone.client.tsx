"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { formatZone } from "#lib/time.ts";
import { ZONE_COOKIE } from "./zone-cookie.ts";
import classes from "./zone.module.css";

const Clock = createContext({ zone: "UTC", now: new Date(0) });

/** The zone in which times are shown here: the one that the server rendered with, so that both agree. */
export function useZone(): string {
  return useContext(Clock).zone;
}

/** The reader's clock, as of when the server rendered the frame: it decides which dates need their year. */
export function useNow(): Date {
  return useContext(Clock).now;
}

/** Shows times in `zone`; tells the server the browser's own zone if that differs and the reader did not choose UTC. `now`: ISO 8601. */
export function ZoneProvider({ zone, now, children }: { zone: string; now: string; children: ReactNode }) {
  const router = useRouter();
  useEffect(() => {
    const own = ownZone();
    if (own === null || own === zone || readCookie() === "UTC") return;
    writeCookie(own);
    // Without cookies the page would reload forever.
    if (readCookie() !== null) router.refresh();
  }, [router, zone]);
  const clock = useMemo(() => ({ zone, now: new Date(now) }), [zone, now]);
  return <Clock value={clock}>{children}</Clock>;
}

/** The zone of the page's times, with a switch between the browser's own zone and UTC. */
export function ZoneNote() {
  const router = useRouter();
  const { zone, now } = useContext(Clock);
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => setOwn(ownZone()), []);
  const other = own === null || own === "UTC" ? null : zone === "UTC" ? own : "UTC";
  const use = (chosen: string) => {
    writeCookie(chosen);
    router.refresh();
  };
  return (
    <p className={classes["note"]}>
      Times in {formatZone(now, zone)}
      {other !== null && (
        <button type="button" onClick={() => use(other)}>
          Show {other === "UTC" ? "UTC" : formatZone(now, other)}
        </button>
      )}
    </p>
  );
}

function ownZone(): string | null {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? null;
}

/** `UTC` is there only by choice: a browser in UTC needs no cookie. */
function writeCookie(zone: string): void {
  const drops = zone === "UTC" && ownZone() === "UTC";
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=${drops ? 0 : 31_536_000}; samesite=lax`;
}

function readCookie(): string | null {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${ZONE_COOKIE}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(ZONE_COOKIE.length + 1));
}
