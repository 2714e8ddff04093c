"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { overviewQueryLink, type OverviewQuery } from "#lib/contracts/overview-query.ts";
import classes from "#app/_ui/list-tools.module.css";

const PAUSE_MS = 250;

/** Keeps the tables with a text in their name, as it is typed; without scripts it is a form that asks on Enter. */
export function NameSearch({ query }: { query: OverviewQuery }) {
  const router = useRouter();
  const [text, setText] = useState(query.q);
  const asked = useRef(query.q);
  // The address changed by another way: a link, the browser's back.
  useEffect(() => {
    if (query.q === asked.current) return;
    asked.current = query.q;
    setText(query.q);
  }, [query.q]);
  useEffect(() => {
    const q = text.trim();
    if (q === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = q;
      router.replace(overviewQueryLink(query, { q }), { scroll: false });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, query, router]);
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
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
