"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { overviewQueryLink, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import { useTyped } from "#app/_ui/use-typed.client.ts";
import classes from "#app/_ui/list-tools.module.css";

/** Keeps the tables with a text in their name, as it is typed; without scripts it is a form that asks on Enter. */
export function NameSearch({ query }: { query: OverviewQuery }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const ask = (q: string) => startTransition(() => router.replace(overviewQueryLink(query, { q }), { scroll: false }));
  const { typed, setTyped } = useTyped(query.q, ask, isPending);
  const kept = Object.entries({ ...query, q: null, page: null }).flatMap(([name, value]) =>
    typeof value === "string" && value !== "worst" ? [<input key={name} type="hidden" name={name} value={value} />] : [],
  );
  return (
    <form className={classes["search"]} role="search" action="/" onSubmit={(event) => event.preventDefault()}>
      {kept}
      <input
        type="search"
        name="q"
        aria-label="Tables whose name contains"
        placeholder="Name contains…"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  );
}
