import { cookies } from "next/headers";
import { ZONE_COOKIE } from "#app/_ui/zone-cookie.ts";
import { readZone } from "#lib/time.ts";

/** The zone of the person who looks, as their browser told it on an earlier page; UTC until it has. */
export async function readTimeZone(): Promise<string> {
  return readZone((await cookies()).get(ZONE_COOKIE)?.value ?? "");
}
