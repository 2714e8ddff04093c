"use client";

import { TagsInput, Textarea, TextInput, type TagsInputProps, type TextareaProps, type TextInputProps } from "@mantine/core";
import { useState, type InvalidEvent } from "react";

/** What a required field adds to Mantine's own. */
interface Required {
  /** Says what to do when the field is empty on submit: "Enter a name." */
  missing: string;
  error: string | undefined;
}

/** A text field that must be filled in. Left empty on submit it says so in the page, and the first such field of the form gets the focus. */
export function RequiredInput({ missing, error, onChange, ...props }: Omit<TextInputProps, "error" | "onInvalid" | "required"> & Required) {
  const { said, onInvalid, clear } = useMissing(missing, error);
  return (
    <TextInput
      {...props}
      required
      withAsterisk={false}
      error={said}
      onInvalid={onInvalid}
      onChange={(event) => {
        clear();
        onChange?.(event);
      }}
    />
  );
}

/** The same of a field for several lines. */
export function RequiredArea({ missing, error, onChange, ...props }: Omit<TextareaProps, "error" | "onInvalid" | "required"> & Required) {
  const { said, onInvalid, clear } = useMissing(missing, error);
  return (
    <Textarea
      {...props}
      required
      withAsterisk={false}
      error={said}
      onInvalid={onInvalid}
      onChange={(event) => {
        clear();
        onChange?.(event);
      }}
    />
  );
}

/** The same of a field for a list of words. */
export function RequiredTags({ missing, error, onChange, ...props }: Omit<TagsInputProps, "error" | "onInvalid" | "required"> & Required) {
  const { said, onInvalid, clear } = useMissing(missing, error);
  return (
    <TagsInput
      {...props}
      required
      withAsterisk={false}
      error={said}
      onInvalid={onInvalid}
      onChange={(chosen) => {
        clear();
        onChange?.(chosen);
      }}
    />
  );
}

function useMissing(missing: string, error: string | undefined) {
  const [isMissing, setMissing] = useState(false);
  const onInvalid = (event: InvalidEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // Without its bubble the browser sets no focus either.
    event.preventDefault();
    setMissing(true);
    const first = event.currentTarget.form?.querySelector("input:invalid, select:invalid, textarea:invalid");
    if (first === event.currentTarget) event.currentTarget.focus();
  };
  return { said: isMissing ? missing : error, onInvalid, clear: () => setMissing(false) };
}
