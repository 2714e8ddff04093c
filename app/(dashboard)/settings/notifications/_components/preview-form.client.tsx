"use client";

import { Autocomplete, Button, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type SyntheticEvent } from "react";
import { found } from "#app/_queries/tables.ts";
import { notificationsLink } from "#lib/contracts/links.ts";
import classes from "./rail.module.css";

interface PreviewFormProps {
  table: string;
  severity: string;
  check: string;
  checks: { value: string; label: string }[];
}

const PAUSE_MS = 150;
const SEVERITIES = [
  { value: "alert", label: "Alert" },
  { value: "warn", label: "Warning" },
];

/** Previews which channels an incident would go to; the answer is in the address. */
export function PreviewForm({ checks, ...given }: PreviewFormProps) {
  const router = useRouter();
  const [table, setTable] = useState(given.table);
  const [severity, setSeverity] = useState(given.severity);
  const [check, setCheck] = useState(given.check);
  const [asked] = useDebouncedValue(table.trim(), PAUSE_MS);
  const { data } = useQuery({ ...found(asked, null), enabled: asked !== "" && asked !== given.table });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    router.push(notificationsLink({ table: table.trim(), severity, check }), { scroll: false });
  };
  return (
    <form onSubmit={submit} aria-label="Preview routing" className={classes["form"]}>
      <Autocomplete
        label="Table"
        name="table"
        placeholder="A table’s name"
        value={table}
        onChange={setTable}
        data={[...new Set((data?.tables ?? []).map(({ name }) => name))]}
        filter={({ options }) => options}
        maxLength={255}
        required
        withAsterisk={false}
        size="xs"
      />
      <NativeSelect
        label="Severity"
        name="severity"
        size="xs"
        value={severity}
        onChange={(event) => setSeverity(event.currentTarget.value)}
        data={SEVERITIES}
      />
      <NativeSelect
        label="Check"
        name="check"
        size="xs"
        value={check}
        onChange={(event) => setCheck(event.currentTarget.value)}
        data={checks}
      />
      <span>
        <Button type="submit" variant="default" size="compact-md">
          Show
        </Button>
      </span>
    </form>
  );
}
