import Link from "next/link";
import { Panel } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { FIRST_STEPS, isFirstHourOver, type FirstHour, type FirstStep } from "#lib/contracts/first-hour.ts";
import { addTableLink, notificationsLink, reviewLink, tableSettingLink, tableSettingsLink } from "#lib/contracts/links.ts";
import { DismissChecklist } from "./change-checklist.client.tsx";
import classes from "./checklist.module.css";

const STEPS: Record<FirstStep, { title: string; says: string; href: (firstHour: FirstHour) => string }> = {
  table: {
    title: "Watch your first table",
    says: "Pick a table from a catalog, or enter its location.",
    href: () => addTableLink(),
  },
  channel: {
    title: "Add a notification channel",
    says: "Get new incidents in Slack or by webhook.",
    href: () => notificationsLink({ add: "channel" }),
  },
  owner: {
    title: "Set an owner",
    says: "Incidents and the review name who owns a table.",
    href: ({ ownerlessTableId: id }) => (id === null ? tableSettingsLink() : tableSettingLink(id)),
  },
  review: {
    title: "Close the first weekly review",
    says: "Record decisions and actions, then close the week.",
    href: () => reviewLink(),
  },
};

/** The steps of the first hour, with those that are done. Renders nothing once all are done or somebody dismissed it. */
export function FirstHourChecklist({ firstHour }: { firstHour: FirstHour }) {
  if (!firstHour.shown || isFirstHourOver(firstHour)) return null;
  const done = FIRST_STEPS.filter((step) => firstHour.done[step]).length;
  const next = FIRST_STEPS.find((step) => !firstHour.done[step]);
  return (
    <div className={classes["checklist"]}>
      <Panel
        title="Get started"
        aside={
          <span className={classes["aside"]}>
            {done} of {FIRST_STEPS.length} done <DismissChecklist />
          </span>
        }
      >
        <ol className={classes["steps"]}>
          {FIRST_STEPS.map((step) => (
            <Step key={step} step={step} isNext={step === next} firstHour={firstHour} />
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function Step({ step, isNext, firstHour }: { step: FirstStep; isNext: boolean; firstHour: FirstHour }) {
  const { title, says, href } = STEPS[step];
  const isDone = firstHour.done[step];
  return (
    <li className={isDone ? classes["done"] : isNext ? classes["next"] : undefined}>
      {isDone ? <StateIcon state="ok" /> : <Circle />}
      <span>
        <Link href={href(firstHour)}>{title}</Link>
        <span className="visually-hidden">{isDone ? " (done)" : " (not done)"}</span>
        <span className={classes["says"]}>{says}</span>
      </span>
    </li>
  );
}

function Circle() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.4" fill="none" stroke="var(--field)" strokeWidth="1.6" />
    </svg>
  );
}
