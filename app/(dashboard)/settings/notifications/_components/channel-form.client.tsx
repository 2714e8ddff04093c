"use client";

import { Button, NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { CHANNEL_KINDS, type ChannelKind } from "#lib/names.ts";
import { FormEnd } from "../../../_entries/form-end.client.tsx";
import classes from "../../../_entries/form.module.css";
import { SECRETS_OF } from "../_notifications/channel-fields.ts";
import { Fold } from "../../../_entries/fold.client.tsx";
import { ChannelQuiet } from "./channel-quiet.client.tsx";
import { ChannelSecretField } from "./channel-secret.client.tsx";
import { KindHelp } from "./kind-help.tsx";
import { useChannelForm } from "./use-channel-form.client.ts";

interface ChannelFormProps {
  /** The channel to change; null: a new one. */
  entry: EntryView | null;
  /** The name of each kind. */
  kinds: Readonly<Record<ChannelKind, string>>;
  /** Where files of secrets are; null: unknown. */
  folder: string | null;
}

/** The form of a channel. */
export function ChannelForm({ entry, kinds, folder }: ChannelFormProps) {
  const form = useChannelForm(entry);
  const { fields, change, faultOf, saved, trial } = form;
  return (
    <form
      className={classes["form"]}
      aria-label={entry === null ? "New channel" : `Change ${entry.name}`}
      noValidate
      onSubmit={form.submit}
    >
      <NativeSelect
        label="Type"
        value={fields.kind}
        data={CHANNEL_KINDS.map((kind) => ({ value: kind, label: kinds[kind] }))}
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
      <Secrets form={form} folder={folder} />
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
      <More form={form} />
      <TrialResult trial={trial} />
      <FormEnd {...saved} faults={form.faults} save={entry === null ? "Add the channel" : "Save the changes"}>
        <Button variant="default" size="compact-md" loading={trial.isPending} onClick={form.sendTest}>
          Send a test
        </Button>
        <Button variant="default" size="compact-md" onClick={form.cancel}>
          Cancel
        </Button>
      </FormEnd>
    </form>
  );
}

type Form = ReturnType<typeof useChannelForm>;

/** Folded until one of its fields is filled in or has an error. */
function More({ form: { fields, change, faultOf } }: { form: Form }) {
  const { kind, quiet, users } = fields;
  const isFaulty = faultOf("quiet_hours", "slack_bot.users") !== undefined;
  const isFilled = quiet.from !== "" || quiet.to !== "" || users.length > 0;
  return (
    <Fold
      summary={kind === "slack_bot" ? "More: quiet hours, who may press buttons" : "More: quiet hours"}
      opensFor={isFaulty ? "error" : isFilled ? "value" : null}
    >
      <ChannelQuiet quiet={quiet} onChange={(changed) => change({ quiet: changed })} faultOf={faultOf} />
      {kind === "slack_bot" && (
        <TagsInput
          label="Slack users who may press buttons"
          description="Slack user ids, such as U0123456789, from the person’s profile. Empty: everyone in the workspace of the bot."
          value={users}
          error={faultOf("slack_bot.users")}
          clearable
          onChange={(chosen) => change({ users: chosen })}
        />
      )}
    </Fold>
  );
}

function Secrets({ form: { fields, begin, pasted, change, paste, faultOf }, folder }: { form: Form; folder: string | null }) {
  return SECRETS_OF[fields.kind].map(({ key, label }) => (
    <ChannelSecretField
      key={key}
      label={label}
      value={fields.secrets[key]}
      pasted={pasted[key] ?? ""}
      wasStored={begin.secrets[key].from === "stored" ? begin.secrets[key].at : null}
      folder={folder}
      error={faultOf(key)}
      onChange={(secret) => change({ secrets: { ...fields.secrets, [key]: secret } })}
      onPaste={(text) => paste(key, text)}
    />
  ));
}

function TrialResult({ trial }: Pick<Form, "trial">) {
  return (
    <div aria-live="polite" className={classes["live"]}>
      {trial.isPending && <p>Sending a test message…</p>}
      {trial.data?.tried === true && (
        <p>
          <StateIcon state={trial.data.delivered ? "ok" : "alert"} /> {trial.data.sentence}
        </p>
      )}
      {trial.error !== null && <p className={classes["fault"]}>{trial.error.message}</p>}
    </div>
  );
}
