import { PageHead } from "#app/_ui/page-head.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { sayWhy } from "#lib/causes/table-verdict.ts";
import { StandingPeople, StandingSentence } from "../_frame/standing-line.tsx";
import { viewStanding } from "../_frame/view-standing.ts";
import type { TablePage } from "./read-table-page.ts";
import { sayBecause } from "./verdict-words.ts";

/** The table's name and state: the problem, since when, who works on it, and what else is known. */
export function TableHead({ page }: { page: TablePage }) {
  const { table, key, seen, facts, verdict, asked } = page;
  // The verdict is about what was last seen, whatever snapshot is looked at.
  const latest = asked?.shown === true ? null : facts;
  const standing = viewStanding(verdict);
  const because = sayBecause({
    tableName: table.name,
    promise: key.promise,
    verdict,
    why: asked?.shown === true || page.why.is !== "explained" ? null : sayWhy(page.why.causes),
    trust: seen && { level: seen.trustLevel, direction: seen.trustDirection, reasons: latest?.trust.reasons ?? [] },
    values: latest?.values ?? {},
  });
  return (
    <PageHead
      state={standing.state}
      title={table.name}
      facts={<Facts page={page} />}
      verdict={<StandingSentence standing={standing} />}
      because={because === "" ? undefined : because}
      onIt={<StandingPeople standing={standing} mark={page.mark} />}
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
