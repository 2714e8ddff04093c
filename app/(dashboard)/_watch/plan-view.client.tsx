"use client";

import type { EntryPlan } from "#lib/contracts/catalog-requests.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/units.ts";
import { FaultList } from "../_entries/form-end.client.tsx";
import classes from "./plan-view.module.css";

type PlannedKey = EntryPlan["keys"][number];

/** What a run would read, how long that would take, and what a person should know before. */
export function PlanView({ plan }: { plan: EntryPlan }) {
  if (plan.faults.length > 0) return <FaultList faults={plan.faults} title="It cannot be watched so." />;
  return (
    <div className={classes["plans"]}>
      {plan.keys.map((one) => (
        <section key={one.key} aria-label={`Plan of ${one.key}`}>
          <p className={classes["sum"]}>
            {plan.keys.length > 1 && <b>{one.key}: </b>}
            {sum(one)}
          </p>
          {one.plan !== null && one.plan.notes.length > 0 && (
            <ul>
              {one.plan.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          {one.plan !== null && one.plan.columns.length > 0 && (
            <p className={classes["columns"]}>Reads {one.plan.columns.map(({ column, type }) => `${column} (${type})`).join(", ")}.</p>
          )}
        </section>
      ))}
    </div>
  );
}

function sum({ plan, error }: PlannedKey): string {
  if (plan === null) return error?.message ?? "It could not be planned, and no reason was kept.";
  if (plan.snapshotId === null) return "The table was never written: there is nothing to read yet.";
  const { data, deletes, bytesPlanned, seconds } = plan;
  const held = deletes.files === 0 ? "no delete files" : `${formatCount(deletes.files)} delete files (${formatBytes(deletes.bytes)})`;
  const time =
    seconds === null
      ? "The duration is unknown until a first table has been read here."
      : `That takes about ${formatDuration(seconds * 1000)}.`;
  return `A run would read ${formatBytes(bytesPlanned)} of ${formatBytes(data.bytes)}: ${formatCount(data.rows)} rows in ${formatCount(data.files)} data ${data.files === 1 ? "file" : "files"}, ${held}. ${time}`;
}
