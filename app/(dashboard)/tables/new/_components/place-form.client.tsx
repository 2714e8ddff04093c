"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RequiredInput } from "#app/_ui/required-input.client.tsx";
import { addTableLink } from "#lib/contracts/links.ts";
import classes from "./ways.module.css";

/** Where a table lies; the address then names it, and what is there is read. */
export function PlaceForm({ location }: { location: string }) {
  const router = useRouter();
  const [typed, setTyped] = useState(location);
  return (
    <form
      className={classes["place"]}
      aria-label="By its place"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") router.push(addTableLink({ location: typed.trim() }));
      }}
    >
      <RequiredInput
        className={classes["field"] ?? ""}
        label="Place"
        description="A table’s folder or its ….metadata.json file: s3://bucket/path, or a path on the workers’ machine."
        placeholder="s3://lake/shop/orders"
        value={typed}
        maxLength={2000}
        missing="Enter the place of the table."
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" size="compact-md" variant="default">
        Look at it
      </Button>
    </form>
  );
}
