"use client";

import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { peopleQuery } from "#app/_queries/people.ts";
import { PERSON_CHARS_MAX } from "#lib/contracts/person.ts";

interface PersonFieldProps {
  label: string;
  value: string;
  onChange: (name: string) => void;
}

/** Asks for a person or a team and offers the names that are known; any other can be typed. */
export function PersonField({ label, value, onChange }: PersonFieldProps) {
  const id = useId();
  // Without an answer there is nothing to offer, and the field works as it is.
  const { data: people = [] } = useQuery(peopleQuery());
  return (
    <>
      <TextInput
        label={label}
        value={value}
        maxLength={PERSON_CHARS_MAX}
        list={id}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <datalist id={id}>
        {people.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
