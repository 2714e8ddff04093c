"use client";

import { TagsInput, Textarea, TextInput, type TagsInputProps, type TextareaProps, type TextInputProps } from "@mantine/core";
import { useState, type InvalidEvent } from "react";

/** Props that a required field adds to Mantine's. */
interface Required<Value> {
  value: Value;
  /** Says what to do when the field is empty on submit: "Enter a name." */
  missing: string;
  error?: string | undefined;
}
type Own = "value" | "error" | "onInvalid" | "required";

/** A text field that must be filled in. Left empty on submit it says so in the page, and the first such field of the form gets the focus. */
export function RequiredInput({ missing, error, ...props }: Omit<TextInputProps, Own> & Required<string>) {
  return <TextInput {...props} {...useMissing(props.value, missing, error)} required withAsterisk={false} />;
}

/** A required text area; behaves like RequiredInput. */
export function RequiredArea({ missing, error, ...props }: Omit<TextareaProps, Own> & Required<string>) {
  return <Textarea {...props} {...useMissing(props.value, missing, error)} required withAsterisk={false} />;
}

/** A required list of words; behaves like RequiredInput. */
export function RequiredTags({ missing, error, ...props }: Omit<TagsInputProps, Own> & Required<string[]>) {
  return <TagsInput {...props} {...useMissing(props.value, missing, error)} required withAsterisk={false} />;
}

/** A button may fill the field too, so its value decides whether it is still missing. */
function useMissing(value: string | string[], missing: string, error: string | undefined) {
  const [isSubmitted, setSubmitted] = useState(false);
  const onInvalid = (event: InvalidEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (!event.currentTarget.validity.valueMissing) return;
    // Without its bubble the browser sets no focus either.
    event.preventDefault();
    setSubmitted(true);
    const first = event.currentTarget.form?.querySelector("input:invalid, select:invalid, textarea:invalid");
    if (first === event.currentTarget) event.currentTarget.focus();
  };
  return { error: isSubmitted && value.length === 0 ? missing : error, onInvalid };
}
