"use client";

import { setFirstHour } from "#app/_queries/first-hour.ts";
import { ActionForm } from "#app/_ui/action-form.client.tsx";

/** Takes the checklist off the overview. */
export function DismissChecklist() {
  return (
    <ActionForm
      label="Dismiss"
      title="Dismiss the checklist"
      says="The checklist disappears for everyone. You can show it again in Settings → Tables."
      onSend={async (by) => await setFirstHour({ shown: false, by })}
    />
  );
}

/** Brings the checklist back to the overview. */
export function ShowChecklist() {
  return (
    <ActionForm
      label="Show checklist"
      says="The overview shows the getting-started checklist again, to everyone, until its steps are done."
      onSend={async (by) => await setFirstHour({ shown: true, by })}
    />
  );
}
