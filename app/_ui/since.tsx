import type { SinceMark } from "#lib/contracts/since-mark.ts";
import { Time } from "./time.client.tsx";

/** `Tue 24 Nov, 02:44`, or the same with `or earlier`. */
export function SinceTime({ since: { at, orEarlier } }: { since: SinceMark }) {
  return (
    <>
      <Time at={at} />
      {orEarlier && " or earlier"}
    </>
  );
}
