import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { RowLink } from "#app/_ui/row-link.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { catalogLink, incidentLink, sourcesLink, tableLink } from "#lib/contracts/links.ts";
import type { SourceKind } from "#lib/contracts/entry-kinds.ts";
import { formatCount } from "#lib/units.ts";
import { EntryFaults, EntryStatePill } from "../../../_entries/entry-state.tsx";
import { RemoveEntry } from "../../../_entries/remove-entry.client.tsx";
import { Origin } from "../../../_entries/say-origin.tsx";
import type { ShownSource } from "../_sources/read-sources.ts";
import classes from "./source-list.module.css";
import { TestSaved } from "./test-saved.client.tsx";

interface SourceListProps {
  kind: SourceKind;
  title: string;
  sources: readonly ShownSource[];
  /** Said where there are none. */
  none: ReactNode;
  mayChange: boolean;
}

/** The sources of a kind, with where they come from, how they do, and what can be done with them. */
export function SourceList({ kind, title, sources, none, mayChange }: SourceListProps) {
  return (
    <Panel title={title} {...(sources.length > 0 && { aside: formatCount(sources.length) })}>
      <PanelBody>
        {sources.length === 0 ? (
          <div className={classes["none"]}>{none}</div>
        ) : (
          <ul>
            {sources.map((source) => (
              <Source key={`${source.entry.origin.from} ${source.entry.name}`} kind={kind} source={source} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </PanelBody>
    </Panel>
  );
}

function Source({ kind, source, mayChange }: Pick<SourceListProps, "kind" | "mayChange"> & { source: ShownSource }) {
  const { entry, facts, watched, test, health, registryHealth, incidentId } = source;
  const isCatalogInUse = kind === "catalog" && entry.state === "in use";
  const isRegistryInUse = kind === "schema_registry" && entry.state === "in use";
  return (
    <li className={classes["item"]} data-row="">
      <div className={classes["words"]}>
        <h3 className={classes["name"]}>
          {isCatalogInUse ? <RowLink href={catalogLink(entry.name)}>{entry.name}</RowLink> : entry.name}{" "}
          <Pill>{entry.origin.from === "file" ? "file" : "entered"}</Pill> <EntryStatePill entry={entry} />
        </h3>
        {isCatalogInUse && <Health health={health} incidentId={incidentId} />}
        {isRegistryInUse && <RegistryHealthLine health={registryHealth} />}
        {facts.length > 0 && <p>{facts.join(" · ")}</p>}
        <p className={classes["quiet"]}>
          <Origin origin={entry.origin} />
        </p>
        <Watched watched={watched} kind={kind} />
        <EntryFaults entry={entry} />
        {test !== null && <TestSaved name={entry.name} {...test} />}
      </div>
      <div className={classes["actions"]}>
        {isCatalogInUse && <ButtonLink href={catalogLink(entry.name)}>Browse</ButtonLink>}
        {mayChange && entry.origin.from === "settings" && (
          <>
            <ButtonLink href={sourcesLink({ edit: `${kind}:${entry.name}` })}>Edit</ButtonLink>
            <Remove kind={kind} source={source} version={entry.origin.version} />
          </>
        )}
      </div>
    </li>
  );
}

/** How a catalog does. Nothing where no table of it was looked for yet: then only a test can tell. */
function Health({ health, incidentId }: Pick<ShownSource, "health" | "incidentId">) {
  if (health === null) return null;
  if (health.state === "well") {
    return (
      <p className={classes["health"]}>
        <StateIcon state="ok" /> <span>It answers.</span>
      </p>
    );
  }
  return (
    <p className={classes["health"]}>
      <StateIcon state={health.state === "ill" ? "alert" : "unknown"} />{" "}
      <span>
        {health.state === "ill" ? "It has not answered since " : "It did not answer at "}
        <Time at={health.since} />. {health.error?.message}{" "}
        {incidentId !== null && <Link href={incidentLink(incidentId)}>Its incident</Link>}
      </span>
    </p>
  );
}

/** How a schema registry did when it was asked last. */
function RegistryHealthLine({ health }: { health: ShownSource["registryHealth"] }) {
  if (health === null) return <p className={classes["quiet"]}>Not used yet: no run found a key with a schema id.</p>;
  const { state, since, fault, lastAskedAt, ids } = health;
  return (
    <p className={classes["health"]}>
      <StateIcon state={state === "well" ? "ok" : "alert"} />{" "}
      <span>
        {state === "well" ? (
          <>It responds; last request </>
        ) : (
          <>
            It has not answered since <Time at={since} />. {fault} Last request{" "}
          </>
        )}
        <Time at={lastAskedAt} />.{ids !== null && ` ${sayIds(ids)}`}
      </span>
    </p>
  );
}

function sayIds({ known, missing }: { known: number; missing: number }): string {
  const all = known + missing;
  const asked = `The last run with an answer requested ${all === 1 ? "one schema id" : `${formatCount(all)} schema ids`}`;
  if (missing === 0) return `${asked}; ${all === 1 ? "it was" : "all were"} found.`;
  return `${asked}; ${formatCount(known)} found.`;
}

const SHOWN_MAX = 5;
const NONE_WATCHED: Readonly<Record<SourceKind, string>> = {
  catalog: "No tables watched.",
  store: "No table is watched by a place in it.",
  schema_registry: "No watched table names it.",
};

function Watched({ watched, kind }: Pick<ShownSource, "watched"> & { kind: SourceKind }) {
  if (watched.length === 0) return <p className={classes["quiet"]}>{NONE_WATCHED[kind]}</p>;
  return (
    <p className={classes["quiet"]}>
      {kind === "schema_registry"
        ? "Knows the keys of "
        : watched.length === 1
          ? "Watched: "
          : `${formatCount(watched.length)} tables watched: `}
      {watched.slice(0, SHOWN_MAX).map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <Link href={tableLink(id)}>{name}</Link>
        </span>
      ))}
      {watched.length > SHOWN_MAX && ` and ${formatCount(watched.length - SHOWN_MAX)} more`}.
    </p>
  );
}

/** What its tables need is not taken away from them: they are named, and go first. */
function Remove({ kind, source: { entry, watched }, version }: { kind: SourceKind; source: ShownSource; version: number }) {
  if (kind !== "store" && watched.length > 0) {
    const until = kind === "catalog" ? "no tables watched" : "no watched table names it";
    return <span className={classes["kept"]}>Removed only when {until}.</span>;
  }
  const says =
    watched.length === 0
      ? "No watched table needs it. Its settings are deleted; its secret is kept."
      : `${watched
          .slice(0, SHOWN_MAX)
          .map(({ name }) => name)
          .join(", ")} would be opened without it, with what else there is, or not at all.`;
  return <RemoveEntry kind={kind} name={entry.name} version={version} says={says} />;
}
