"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { askLookUp } from "#app/_queries/key-requests.ts";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";
import { LookUp } from "./look-up.client.tsx";
import classes from "./look-up.module.css";

export interface KeySearchProps {
  tableId: string;
  keyName: string;
  /** In the order of the key; `type` null: not known. */
  columns: { name: string; type: string | null }[];
  /** Not given: the newest. */
  snapshot?: string | undefined;
  /** A look-up to come back to. */
  before?: { request: KeyRequestView; values: string[] | null } | null;
}

/**
 * Looks any key of the table up, one field for each of its columns. What was typed stays whatever happens; the address then names the
 * look-up, so that one may leave and come back.
 */
export function KeySearch({ tableId, keyName, columns, snapshot, before = null }: KeySearchProps) {
  const [values, setValues] = useState(() => columns.map((_, at) => before?.values?.[at] ?? ""));
  const [asked, setAsked] = useState<KeyRequestView | null>(before?.request ?? null);
  const ask = useMutation({
    mutationFn: async () => await askLookUp({ tableId, key: keyName, values, ...(snapshot !== undefined && { snapshot }) }),
    onSuccess: (request) => {
      setAsked(request);
      rememberInAddress(request.id);
    },
  });
  return (
    <search className={classes["search"]}>
      <form
        className={classes["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        {columns.map(({ name, type }, at) => (
          <TextInput
            key={name}
            className={classes["field"]}
            aria-label={`Exact ${name}`}
            placeholder={`Exact ${name}${type === null ? "" : `, ${type}`}`}
            value={values[at] ?? ""}
            maxLength={20_000}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => setValues(values.map((old, place) => (place === at ? value : old)))}
          />
        ))}
        <Button type="submit" variant="default" loading={ask.isPending}>
          Look up
        </Button>
        <span className={classes["where"]}>{snapshot === undefined ? "in the whole table, as it is now" : `at snapshot ${snapshot}`}</span>
      </form>
      <LookUp
        tableId={tableId}
        keyName={keyName}
        asked={asked}
        fault={ask.error}
        leave="You can leave: this page's address leads back to the look-up, for a day."
      />
    </search>
  );
}

/** The typed values are personal data and stay out of the address; the look-up's id stands for them. */
function rememberInAddress(requestId: string): void {
  const address = new URL(location.href);
  address.searchParams.set("find", requestId);
  history.replaceState(null, "", address);
}
