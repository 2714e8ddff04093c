import { TakenLines } from "#app/_ui/on-it.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { sayWhy } from "#lib/causes/table-verdict.ts";
import type { TablePage } from "./read-table-page.ts";
import { sayVerdict, type Since } from "./verdict-words.ts";

/** The table's name and standing: what is the matter, since when, and what else is known. */
export function TableHead({ page }: { page: TablePage }) {
  const { table, key, seen, facts, verdict, passed, since, asked } = page;
  // The verdict is about what was last seen, whatever snapshot is looked at.
  const latest = asked?.shown === true ? null : facts;
  const words = sayVerdict({
    tableName: table.name,
    promise: key.promise,
    verdict,
    passed,
    since,
    why: asked?.shown === true || page.why.is !== "explained" ? null : sayWhy(page.why.causes),
    trust: seen && { level: seen.trustLevel, direction: seen.trustDirection, reasons: latest?.trust.reasons ?? [] },
    values: latest?.values ?? Object.fromEntries(passed.map(({ metric, value }) => [metric, value])),
  });
  return (
    <PageHead
      state={words.state}
      title={table.name}
      facts={<Facts page={page} />}
      verdict={
        <>
          {words.lead}
          {words.since && <SinceWhen since={words.since} />}
          {/[.?!]$/.test(words.lead) ? "" : "."}
        </>
      }
      because={words.because === "" ? undefined : words.because}
      onIt={<TakenLines mark={page.mark} />}
    />
  );
}

function SinceWhen({ since }: { since: Since }) {
  const at = <Time at={since.at.toISOString()} />;
  switch (since.kind) {
    case "at":
      return <> since {at}</>;
    case "first":
      return <> since its first snapshot, {at}</>;
    case "at least":
      return <>, at least since {at}</>;
    case "between":
      return (
        <>
          {" "}
          since some time between <Time at={since.after.toISOString()} /> and {at}
        </>
      );
  }
}

function Facts({ page: { table, key } }: { page: TablePage }) {
  const { kafkaTopic } = table.definition.columns;
  const said = [
    table.kind,
    `key ${key.columns.join(", ")}`,
    ...(kafkaTopic === null ? [] : [`topic in ${kafkaTopic}`]),
    table.owner ?? "no owner",
  ];
  return (
    <>
      {said.join(" · ")}{" "}
      {[...(table.source === "sample" ? ["sample"] : []), ...table.tags].map((tag) => (
        <span key={tag}>
          <Pill>{tag}</Pill>{" "}
        </span>
      ))}
    </>
  );
}
