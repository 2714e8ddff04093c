import Link from "next/link";
import { FactList } from "#app/_ui/fact-list.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { VENDORS } from "#lib/causes/advice.ts";
import { catalogTableLink, limitsLink, sourcesLink } from "#lib/contracts/links.ts";
import { parseCatalogLocation } from "#lib/catalog-table.ts";
import { formatTableName } from "#lib/contracts/table-name.ts";
import type { Schedule } from "#lib/contracts/table-definition.ts";
import type { TableManager } from "#lib/names.ts";
import { formatDuration } from "#lib/units.ts";
import type { ReactNode } from "react";
import { KIND_SENTENCES } from "../../../../_watch/kind-sentences.ts";

/** What the settings of a table say, in words. */
export function SettingFacts({ table }: { table: TableWithKeys }) {
  const { definition, kind, id } = table;
  const { columns, masked, filter, schedule, owner, tags, paused, schemaRegistry, managedBy } = definition;
  const kafka = [columns.kafkaTopic, columns.kafkaPartition, columns.kafkaOffset, columns.kafkaKey, columns.kafkaTimestamp];
  const cdc = [columns.op, ...columns.lsn, columns.sourceTime, columns.deleted];
  const facts: [string, ReactNode][] = [
    ["Lies", <Place key="place" location={definition.location} />],
    ["Kind", `${kind}: ${KIND_SENTENCES[kind]}`],
    ...definition.keys.map((key, at): [string, ReactNode] => [
      at === 0 ? "Key" : "Another key",
      `${key.columns.join(", ")}; a second row of it ${key.promise === "unique" ? "is wrong" : "may be"}`,
    ]),
    ["Rows that count", filter ?? "all"],
    ["Kafka columns", said(kafka)],
    [
      "Schema registry",
      schemaRegistry === null ? (
        "none: keys are decoded by format"
      ) : (
        <Link key="registry" href={sourcesLink()}>
          {schemaRegistry}
        </Link>
      ),
    ],
    ["CDC columns", said(cdc)],
    ["Event time", columns.eventTime ?? "none"],
    ["Schedule", paused ? "paused: nothing new is read" : saySchedule(schedule)],
    ["Owner", owner ?? "nobody"],
    ["Managed by", sayManager(managedBy)],
    ["Tags", tags.length === 0 ? "none" : tags.join(", ")],
    ["Masked", masked.length === 0 ? "nothing" : masked.join(", ")],
    [
      "Limits",
      <Link key="limits" href={limitsLink(id)}>
        on a page of their own
      </Link>,
    ],
  ];
  return <FactList facts={facts} />;
}

function sayManager(managedBy: TableManager | null): string {
  if (managedBy === null) return "recognized by catalog, location, properties, and columns";
  return managedBy === "you" ? "you" : VENDORS[managedBy].title;
}

function Place({ location }: { location: string }) {
  const place = parseCatalogLocation(location);
  if (place === null) return <>{location}</>;
  const name = formatTableName(place);
  return (
    <>
      in the catalog {place.catalog} as <Link href={catalogTableLink(place.catalog, name)}>{name}</Link>
    </>
  );
}

function said(columns: readonly (string | null)[]): string {
  const named = columns.filter((column) => column !== null);
  return named.length === 0 ? "none" : named.join(", ");
}

function saySchedule(schedule: Schedule): string {
  switch (schedule.by) {
    case "cron":
      return `by the clock: ${schedule.cron}, ${schedule.timeZone}`;
    case "interval":
      return `every ${formatDuration(schedule.everySeconds * 1000)}`;
    case "snapshot":
      return `for each new snapshot, checked every ${formatDuration(schedule.pollSeconds * 1000)}, and at least every ${formatDuration(schedule.observeEverySeconds * 1000)}`;
  }
}
