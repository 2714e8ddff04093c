"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { SyntheticEvent } from "react";
import { useAuthor } from "#app/_ui/author.client.ts";

/** What a form needs that a person signs: the name, and how it is sent. Once it is stored the name is remembered and the page read again. */
export function useSigned(send: (by: string) => Promise<unknown>, onStored: () => void) {
  const router = useRouter();
  const { author, setAuthor, rememberAuthor } = useAuthor();
  const sending = useMutation({
    mutationFn: async () => await send(author),
    onSuccess: () => {
      rememberAuthor();
      onStored();
      router.refresh();
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate();
  };
  return { author, setAuthor, sending, submit };
}
