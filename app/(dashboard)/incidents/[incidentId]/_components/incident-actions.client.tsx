"use client";

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { acknowledgeIncidents, changeIncident } from "#app/_queries/incidents.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";
import { PersonField } from "./person-field.client.tsx";
import { useZone } from "#app/_ui/zone.client.tsx";
import { RequiredArea } from "#app/_ui/required-input.client.tsx";
import { isOver } from "#lib/contracts/incident-state.ts";
import { INCIDENT_TEXT_MAX } from "#lib/contracts/incident-view.ts";
import type { IncidentState } from "#lib/names.ts";
import { atHourOfDay, isoDay } from "#lib/time.ts";
import type { AcceptableLevel } from "../_incident/acceptable.ts";
import { dayAtNine } from "../_incident/snooze.ts";
import { DayField } from "./day-field.client.tsx";
import { SnoozeAction } from "./snooze-action.client.tsx";

interface IncidentActionsProps {
  incidentId: string;
  state: IncidentState;
  assignee: string | null;
  /** By the server's clock, ISO 8601. */
  now: string;
  acceptable: readonly AcceptableLevel[];
  /** The source of the next result. Completes "until … again". */
  judgedBy: "runs" | "the catalog";
}

/** What a person can do with an incident; each asks for the name with which it is signed. */
export function IncidentActions({ incidentId, state, assignee, now, acceptable, judgedBy }: IncidentActionsProps) {
  if (isOver(state)) return <AssignAction incidentId={incidentId} assignee={assignee} />;
  return (
    <>
      {state !== "acknowledged" && (
        <ActionForm
          label="Acknowledge"
          main
          says={`Tells others you are on it. It stays open until ${judgedBy === "runs" ? "runs are OK again" : "the catalog responds again"}.`}
          onSend={async (by) => await acknowledgeIncidents({ incidentIds: [incidentId], by })}
        />
      )}
      <SnoozeAction incidentId={incidentId} now={now} />
      <AssignAction incidentId={incidentId} assignee={assignee} />
      {acceptable.length > 0 && <AcceptAction incidentId={incidentId} now={now} acceptable={acceptable} />}
      <ResolveAction incidentId={incidentId} judgedBy={judgedBy} />
    </>
  );
}

function AssignAction({ incidentId, assignee }: { incidentId: string; assignee: string | null }) {
  const [name, setName] = useState(assignee ?? "");
  return (
    <ActionForm
      label="Assign"
      says="Person or team (empty = unassign)."
      onSend={async (by) => await changeIncident("assign", { incidentId, by, assignee: name.trim() === "" ? null : name })}
    >
      <PersonField label="Assigned to" value={name} onChange={setName} />
    </ActionForm>
  );
}

function ResolveAction({ incidentId, judgedBy }: Pick<IncidentActionsProps, "incidentId" | "judgedBy">) {
  const [reason, setReason] = useState("");
  return (
    <ActionForm
      label="Resolve"
      says={`Reopens if ${judgedBy === "runs" ? "a run finds it again" : "the next test fails too"}.`}
      onSend={async (by) => await changeIncident("resolve", { incidentId, by, reason })}
    >
      <Reason label="Resolution note" value={reason} onChange={setReason} />
    </ActionForm>
  );
}

function AcceptAction({ incidentId, now, acceptable }: Pick<IncidentActionsProps, "incidentId" | "now" | "acceptable">) {
  const zone = useZone();
  const [chosen, setChosen] = useState(0);
  const [reason, setReason] = useState("");
  const [day, setDay] = useState(() => isoDay(atHourOfDay(new Date(now), zone, 30, 9), zone));
  const level = acceptable[chosen];
  if (level === undefined) return null;
  const { metric, tableKeyId, label } = level;
  return (
    <ActionForm
      label="Accept this level"
      says="Until then, only higher values are a problem."
      onSend={async (by) => {
        const until = dayAtNine(day, zone).toISOString();
        return await changeIncident("accept", { incidentId, by, reason, until, metric, tableKeyId });
      }}
    >
      {acceptable.length === 1 ? (
        <p>
          <b>{label}</b>
        </p>
      ) : (
        <NativeSelect
          label="Level"
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={acceptable.map((one, at) => ({ value: String(at), label: one.label }))}
        />
      )}
      <Reason label="Reason" value={reason} onChange={setReason} />
      <DayField label="Accept until 9:00 on" value={day} now={now} onChange={setDay} />
    </ActionForm>
  );
}

function Reason({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <RequiredArea
      label={label}
      value={value}
      maxLength={INCIDENT_TEXT_MAX}
      missing={`Enter the ${label.toLowerCase()}.`}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  );
}
