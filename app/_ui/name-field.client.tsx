"use client";

import { PERSON_CHARS_MAX } from "#lib/contracts/person.ts";
import { useStoredAuthor } from "./author.client.ts";
import { RequiredInput } from "./required-input.client.tsx";
import classes from "./name-field.module.css";

interface NameFieldProps {
  author: string;
  setAuthor: (author: string) => void;
  /** In a line with other fields: the label is its placeholder. */
  inline?: boolean;
}

/** Asks for the name with which a person signs, once: nothing where the browser knows it. The header shows and changes it. */
export function NameField({ author, setAuthor, inline = false }: NameFieldProps) {
  if (useStoredAuthor() !== "") return null;
  return (
    <RequiredInput
      className={classes["name"] ?? ""}
      {...(inline ? { "aria-label": "Your name", placeholder: "Your name", size: "xs" } : { label: "Your name" })}
      value={author}
      maxLength={PERSON_CHARS_MAX}
      missing="Enter your name."
      onChange={(event) => setAuthor(event.currentTarget.value)}
    />
  );
}
