"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, type SyntheticEvent } from "react";
import { tryChannel } from "#app/_queries/notifications.ts";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { useKept } from "#app/_ui/use-kept.client.ts";
import { notificationsLink } from "#lib/contracts/links.ts";
import type { EntryFault, EntryView, PastedSecrets } from "#lib/contracts/settings-entries.ts";
import { CHANNEL_KIND_WORDS } from "#lib/incidents/say-delivery.ts";
import { CHANNEL_KINDS } from "#lib/names.ts";
import { faultAt } from "../../../_entries/faults-at.ts";
import { FormEnd } from "../../../_entries/form-end.client.tsx";
import classes from "../../../_entries/form.module.css";
import { useSaveEntry } from "../../../_entries/use-save-entry.client.ts";
import {
  ChannelFields,
  emptyFaults,
  NO_CHANNEL,
  pastedOf,
  readChannel,
  SECRETS_OF,
  writeChannel,
} from "../_notifications/channel-fields.ts";
import { ChannelSecretField } from "./channel-secret.client.tsx";
import { KindHelp } from "./kind-help.tsx";

interface ChannelFormProps {
  /** The channel to change; null: a new one. */
  entry: EntryView | null;
  /** Where files of secrets are; null: unknown. */
  folder: string | null;
}

/** The form of a channel. Everything but pasted secrets outlives a reload; those stay in this page until they are saved. */
export function ChannelForm({ entry, folder }: ChannelFormProps) {
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
  const tried = trial.data?.tried === false ? trial.data.faults : [];
  const faultOf = (path: string) => faultAt([...empty, ...saved.faults, ...tried], path);
  const isFilled = (): boolean => {
    const faults = emptyFaults(fields, pasted);
    setEmpty(faults);
    saved.setFaults([]);
    return faults.length === 0;
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    trial.reset();
    if (isFilled()) saved.save([{ kind: "channel", written, version, ...withPasted }]);
  };
  const sendTest = () => {
    const by = saved.author.trim();
    if (isFilled()) trial.mutate({ written, ...withPasted, ...(by !== "" && { by }) });
  };
  return (
    <form className={classes["form"]} aria-label={entry === null ? "New channel" : `Change ${entry.name}`} noValidate onSubmit={submit}>
      <NativeSelect
        label="Type"
        value={fields.kind}
        data={CHANNEL_KINDS.map((kind) => ({ value: kind, label: CHANNEL_KIND_WORDS[kind] }))}
        onChange={({ currentTarget }) => change({ kind: CHANNEL_KINDS.find((kind) => kind === currentTarget.value) ?? "slack_webhook" })}
      />
      <KindHelp kind={fields.kind} />
      <TextInput
        label="Name"
        description={
          entry === null ? "The name in Bergwatch, such as orders-alerts." : "Routes and the delivery log use this name; it stays."
        }
        value={fields.name}
        error={faultOf("name")}
        maxLength={60}
        disabled={entry !== null}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      {SECRETS_OF[fields.kind].map(({ key, label }) => (
        <ChannelSecretField
          key={key}
          label={label}
          value={fields.secrets[key]}
          pasted={pasted[key] ?? ""}
          wasStored={begin.secrets[key].from === "stored" ? begin.secrets[key].at : null}
          folder={folder}
          error={faultOf(key)}
          onChange={(secret) => change({ secrets: { ...fields.secrets, [key]: secret } })}
          onPaste={(text) => setPasted({ ...pasted, [key]: text })}
        />
      ))}
      {fields.kind === "slack_bot" && (
        <TextInput
          label="Slack channel id"
          description="At the end of the channel’s details in Slack. Invite the bot to the channel."
          placeholder="C0123456789"
          value={fields.conversation}
          error={faultOf("slack_bot.conversation")}
          maxLength={30}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => change({ conversation: currentTarget.value })}
        />
      )}
      <p className={classes["says"]}>
        A pasted secret goes into a file on the server that only Bergwatch can read, and is never shown again.
      </p>
      <div aria-live="polite" className={classes["live"]}>
        {trial.isPending && <p>Sending a test message…</p>}
        {trial.data?.tried === true && (
          <p>
            <StateIcon state={trial.data.delivered ? "ok" : "alert"} /> {trial.data.sentence}
          </p>
        )}
        {trial.error !== null && <p className={classes["fault"]}>{trial.error.message}</p>}
      </div>
      <FormEnd {...saved} faults={[...empty, ...saved.faults, ...tried]} save={entry === null ? "Add the channel" : "Save the changes"}>
        <Button variant="default" size="compact-md" loading={trial.isPending} onClick={sendTest}>
          Send a test
        </Button>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => {
            clear();
            setPasted({});
            setEmpty([]);
            router.push(notificationsLink());
          }}
        >
          Cancel
        </Button>
      </FormEnd>
    </form>
  );
}
