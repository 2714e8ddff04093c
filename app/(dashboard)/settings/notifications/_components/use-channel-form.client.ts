"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState, type SyntheticEvent } from "react";
import { tryChannel } from "#app/_queries/notifications.ts";
import { useKept } from "#app/_ui/use-kept.client.ts";
import { notificationsLink } from "#lib/contracts/links.ts";
import type { EntryFault, EntryView, PastedKey, PastedSecrets } from "#lib/contracts/settings-entries.ts";
import { faultAt } from "../../../_entries/faults-at.ts";
import { useSaveEntry } from "../../../_entries/use-save-entry.client.ts";
import { ChannelFields, emptyFaults, NO_CHANNEL, pastedOf, readChannel, writeChannel } from "../_notifications/channel-fields.ts";

/**
 * What the form of a channel does: it checks for empty fields, tests the channel as it is filled in, and saves it. Fields outlive a reload; a
 * pasted secret stays in this page alone until it is saved. `entry`: the channel to change; null: a new one.
 */
export function useChannelForm(entry: EntryView | null) {
  const router = useRouter();
  const version = entry?.origin.from === "settings" ? entry.origin.version : null;
  const begin = entry?.written == null ? NO_CHANNEL : readChannel(entry.written);
  const { value: fields, change, clear } = useKept(`channel ${entry?.name ?? "new"} ${version ?? ""}`, ChannelFields, begin);
  const [pasted, setPasted] = useState<PastedSecrets>({});
  const [empty, setEmpty] = useState<EntryFault[]>([]);
  const saved = useSaveEntry(([made]) => {
    clear();
    router.push(made === undefined ? notificationsLink() : notificationsLink({ added: made.name }));
    router.refresh();
  });
  const trial = useMutation({ mutationFn: tryChannel });
  const written = writeChannel(fields);
  const secrets = pastedOf(fields, pasted);
  const withPasted = Object.keys(secrets).length === 0 ? {} : { pasted: secrets };
  const tried = trial.data?.tried === false ? trial.data.faults : null;
  // The same list until something is sent again: a new one moves the focus.
  const faults = useMemo(() => [...empty, ...saved.faults, ...(tried ?? [])], [empty, saved.faults, tried]);
  const isFilled = (): boolean => {
    const found = emptyFaults(fields, pasted);
    setEmpty(found);
    saved.setFaults([]);
    return found.length === 0;
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    trial.reset();
    if (isFilled()) saved.save([{ kind: "channel", written, version, ...withPasted }]);
  };
  const sendTest = () => {
    const by = saved.author.trim();
    trial.reset();
    if (isFilled()) trial.mutate({ written, ...withPasted, ...(by !== "" && { by }) });
  };
  const cancel = () => {
    clear();
    setPasted({});
    setEmpty([]);
    trial.reset();
    router.push(notificationsLink());
  };
  const paste = (key: PastedKey, text: string) => setPasted({ ...pasted, [key]: text });
  return {
    fields,
    begin,
    pasted,
    change,
    paste,
    faults,
    faultOf: (...paths: string[]) => faultAt(faults, ...paths),
    saved,
    trial,
    submit,
    sendTest,
    cancel,
  };
}
