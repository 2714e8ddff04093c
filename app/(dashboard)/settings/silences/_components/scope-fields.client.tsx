"use client";

import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { SCOPE_CHARS_MAX } from "#lib/contracts/silences.ts";
import { SCOPE_KINDS, type AskedScope, type ScopeKind } from "../_silences/read-scope.ts";

/** What there is to choose from; a tag or an owner may also be one that no table has yet. */
export interface Scopes {
  tables: readonly { id: string; name: string }[];
  tags: readonly string[];
  owners: readonly string[];
}

const LABELS: Readonly<Record<ScopeKind, string>> = { table: "One table", tag: "All tables with a tag", owner: "All tables of an owner" };
const FIELDS: Readonly<Record<ScopeKind, string>> = { table: "Table", tag: "Tag", owner: "Owner" };

/** For which tables. */
export function ScopeFields({ scope, scopes, onChange }: { scope: AskedScope; scopes: Scopes; onChange: (scope: AskedScope) => void }) {
  const list = useId();
  const { kind, name } = scope;
  const known = namesOf(kind, scopes);
  const isNew = name.trim() !== "" && !known.includes(name.trim());
  return (
    <>
      <NativeSelect
        label="Scope"
        value={kind}
        onChange={(event) => onChange({ kind: SCOPE_KINDS.find((one) => one === event.currentTarget.value) ?? "table", name: "" })}
        data={SCOPE_KINDS.map((value) => ({ value, label: LABELS[value] }))}
      />
      <RequiredInput
        label={FIELDS[kind]}
        list={list}
        value={name}
        maxLength={SCOPE_CHARS_MAX}
        missing={`Enter the ${kind}.`}
        autoComplete="off"
        description={isNew && kind !== "table" ? `No table has this ${kind} yet. It will apply to tables that get it.` : undefined}
        onChange={(event) => onChange({ kind, name: event.currentTarget.value })}
      />
      <datalist id={list}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** The scope as it is sent. Throws Error with a sentence where no table has that name. */
export function toScope({ kind, name }: AskedScope, { tables }: Scopes): { tableId: string } | { tag: string } | { owner: string } {
  const trimmed = name.trim();
  if (kind !== "table") return kind === "tag" ? { tag: trimmed } : { owner: trimmed };
  const table = tables.find((one) => one.name.toLowerCase() === trimmed.toLowerCase());
  if (table === undefined) throw new Error(`No table is named ${trimmed}. Choose one from the list.`);
  return { tableId: table.id };
}

function namesOf(kind: ScopeKind, { tables, tags, owners }: Scopes): readonly string[] {
  if (kind === "table") return tables.map(({ name }) => name);
  return kind === "tag" ? tags : owners;
}
