import Link from "next/link";
import { silencesLink } from "#lib/contracts/links.ts";
import type { SilenceKind } from "#lib/names.ts";
import { Time } from "./time.client.tsx";

/** A silence that holds for a table. */
export interface HeldSilence {
  kind: SilenceKind;
  /** Which it names; both null: the table itself. */
  tag: string | null;
  owner: string | null;
  by: string;
  why: string;
  until: Date;
}

/** That a silence holds, what comes of it, until when and why. */
export function SilenceWords({ silence: { kind, tag, owner, by, why, until } }: { silence: HeldSilence }) {
  const of = tag !== null ? `tables with the tag ${tag}` : owner !== null ? `tables of ${owner}` : "this table";
  return (
    <>
      {kind === "maintenance" ? `Maintenance of ${of}: no new incidents open` : `Silence of ${of}: no notifications are sent`}, until{" "}
      <Time at={until.toISOString()} />. <bdi>{by}</bdi>: <bdi>{why}</bdi>{" "}
      <Link href={silencesLink()} prefetch={false}>
        All silences
      </Link>
    </>
  );
}
