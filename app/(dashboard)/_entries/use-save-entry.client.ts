"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { saveEntries } from "#app/_queries/settings-entries.ts";
import { useAuthor } from "#app/_ui/author.client.ts";
import type { EntryFault, EntryView, SaveEntriesBody } from "#lib/contracts/settings-entries.ts";

type Wanted = SaveEntriesBody["entries"];

/** How a form's entries are saved, all or none. What is wrong with them comes back as `faults`, those of the first entry beside their fields. */
export function useSaveEntry(onSaved: (saved: EntryView[]) => void) {
  const { author, setAuthor, rememberAuthor } = useAuthor();
  const [faults, setFaults] = useState<(EntryFault & { entry: number })[]>([]);
  const saving = useMutation({
    mutationFn: async (entries: Wanted) => {
      const by = author.trim();
      return await saveEntries({ entries, ...(by !== "" && { by }) });
    },
    onMutate: () => setFaults([]),
    onSuccess: (answer) => {
      if (!answer.saved) return setFaults(answer.faults);
      rememberAuthor();
      onSaved(answer.entries);
    },
  });
  return {
    author,
    setAuthor,
    faults,
    setFaults,
    save: (entries: Wanted) => saving.mutate(entries),
    isSaving: saving.isPending,
    error: saving.error,
  };
}
