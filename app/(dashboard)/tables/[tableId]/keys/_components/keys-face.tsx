import Link from "next/link";
import type { ReactNode } from "react";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { keysLink, runsLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { KeysData } from "../read-keys.ts";
import type { KeysParams } from "../search-params.ts";
import { isKnownUnique } from "./keys-words.ts";

/** What stands in the place of the list when there is none: which of the reasons it is, and the way on. */
export function KeysFace({ table, data, params }: { table: TableWithKeys; data: KeysData; params: KeysParams }) {
  const { facts, snapshot, unknownMasked, key } = data;
  const keys = facts?.values.duplicated_keys ?? null;
  const asked = params.snapshot?.id;
  const newest = <Link href={keysLink(table.id, { key: params.key })}>The newest snapshot</Link>;
  if (facts !== null && keys === 0) return <AllUnique table={table} data={data} />;
  if (asked !== undefined && facts === null && snapshot === null) {
    return (
      <Unsure title="Unknown snapshot">
        <p>
          No run has seen a snapshot yet <code>{asked}</code> of {table.name}.
        </p>
        <p>{newest}</p>
      </Unsure>
    );
  }
  if (facts === null && asked === undefined) {
    return (
      <Unsure title="This table has not been read yet">
        <p>Its duplicated keys are listed with the first run that succeeds.</p>
        {table.lastErrorMessage !== null && <p>The last run failed: {table.lastErrorMessage}</p>}
        <p>
          <Link href={runsLink()}>Runs</Link>
        </p>
      </Unsure>
    );
  }
  if (facts !== null && keys === null) {
    return (
      <Unsure title="Duplicated keys could not be counted">
        <p>{facts.notComputed.duplicated_keys ?? "The run gave no reason."}</p>
      </Unsure>
    );
  }
  return (
    <Unsure title={facts === null ? "This snapshot was not read for this key" : "No keys were kept with this snapshot"}>
      <p>{whyNone({ table, unknownMasked, facts: facts !== null, keyName: key.name })}</p>
      {asked !== undefined && <p>{newest}</p>}
    </Unsure>
  );
}

function whyNone({
  table: { definition },
  unknownMasked,
  facts,
  keyName,
}: {
  table: TableWithKeys;
  unknownMasked: readonly string[];
  facts: boolean;
  keyName: string;
}): string {
  if (unknownMasked.length > 0) {
    return `The table has no column ${unknownMasked.join(", ")}, which is set to be masked. Until \`masked\` of the table is corrected no rows are stored or shown, because the column to hide may have another name.`;
  }
  if (!facts) return `The snapshot is known, and no run has counted its ${keyName}. Looking up a key and exporting all of them read it.`;
  if (definition.sample.keysMax === 0)
    return "The table's configuration keeps none (sample.keys is 0). Looking up a key and exporting all of them work.";
  return "Its numbers were filled in as history, which keeps no keys, or the kept keys have expired. Looking up a key and exporting all of them work while the table retains the snapshot.";
}

function AllUnique({ table, data: { facts, key } }: { table: TableWithKeys; data: KeysData }) {
  const keys = facts?.values.distinct_keys ?? null;
  const nulls = facts?.values.null_key_rows ?? null;
  const isSure = facts === null || isKnownUnique(facts);
  const isTrusted = facts?.trust.level !== "untrusted";
  return (
    <Face
      icon={<StateIcon state={isSure ? "ok" : "unknown"} />}
      title={
        isSure
          ? "Every key has one row"
          : isTrusted
            ? "No duplicated keys among the rows that were counted"
            : "No duplicated keys, but the count cannot be trusted"
      }
    >
      <p>
        {keys === null ? "All keys" : `All ${formatCount(keys)} ${key.name}`} of {table.name}
        {isSure ? "" : " that were counted"} are unique at this snapshot.
        {nulls !== null && nulls > 0 && ` ${formatCount(nulls)} rows have no key, because a column of it is NULL.`}
      </p>
      {!isSure && <p>{facts?.trust.reasons[0]}</p>}
    </Face>
  );
}

function Unsure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title={title}>
      {children}
    </Face>
  );
}
