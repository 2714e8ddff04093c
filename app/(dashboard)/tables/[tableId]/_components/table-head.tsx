import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import { TakenLines } from "#app/_ui/on-it.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { sayWhy } from "#lib/causes/table-verdict.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import type { TablePage } from "./read-table-page.ts";
import { sayVerdict } from "./verdict-words.ts";

/** The table's name and state: the problem, since when, who works on it, and what else is known. */
export function TableHead({ page }: { page: TablePage }) {
  const { table, key, seen, facts, verdict, asked } = page;
  // The verdict is about what was last seen, whatever snapshot is looked at.
  const latest = asked?.shown === true ? null : facts;
  const words = sayVerdict({
    tableName: table.name,
    promise: key.promise,
    verdict,
    why: asked?.shown === true || page.why.is !== "explained" ? null : sayWhy(page.why.causes),
    trust: seen && { level: seen.trustLevel, direction: seen.trustDirection, reasons: latest?.trust.reasons ?? [] },
    values: latest?.values ?? {},
  });
  return (
    <PageHead
      state={verdict.state}
      title={table.name}
      facts={<Facts page={page} />}
      verdict={
        <>
          {words.lead}
          {words.since && (
            <>
              , since <SinceTime since={words.since} />
            </>
          )}
          {/[.?!]$/.test(words.lead) ? "" : "."}
        </>
      }
      because={words.because === "" ? undefined : words.because}
      onIt={
        <>
          <AcceptedLines accepted={verdict.accepted.map(viewAccepted)} />
          <TakenLines mark={page.mark} />
        </>
      }
    />
  );
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
