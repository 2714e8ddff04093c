"use client";

import { TextInput } from "@mantine/core";
import { PERSON_CHARS_MAX } from "#lib/contracts/person.ts";

/** The name with which a person signs, below its label. */
export function NameField({ author, setAuthor }: { author: string; setAuthor: (author: string) => void }) {
  return (
    <TextInput
      label="Your name"
      value={author}
      maxLength={PERSON_CHARS_MAX}
      required
      withAsterisk={false}
      onChange={(event) => setAuthor(event.currentTarget.value)}
    />
  );
}
