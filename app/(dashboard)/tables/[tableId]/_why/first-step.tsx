import Link from "next/link";
import { Panel } from "#app/_ui/panel.tsx";
import type { Step } from "#lib/causes/advice.ts";
import type { FirstSteps } from "#lib/causes/first-steps.ts";
import classes from "./why.module.css";

/** What to do first, what it means for an engineer, and the page of the docs that says more. */
export function FirstStep({ first, technical = "" }: { first: FirstSteps; technical?: string }) {
  return (
    <>
      <h3>{first.about === null ? "First" : `First, for ${first.about}`}</h3>
      <Steps steps={first.steps} />
      {technical !== "" && <p>{technical}</p>}
      <p>
        <Link href={first.docs}>{first.more}</Link>
      </p>
    </>
  );
}

/** The same in a panel of its own, where no panel says why. */
export function FirstStepPanel({ first }: { first: FirstSteps }) {
  return (
    <Panel title="What to do first">
      <div className={classes["words"]}>
        <Steps steps={first.steps} />
        <p>
          <Link href={first.docs}>{first.more}</Link>
        </p>
      </div>
    </Panel>
  );
}

/** Steps in their order; one alone without a number. */
function Steps({ steps }: { steps: readonly Step[] }) {
  const [only, ...others] = steps;
  if (only !== undefined && others.length === 0) return <p className={classes["lead"]}>{only.says}</p>;
  return (
    <ol className={classes["steps"]}>
      {steps.map(({ says }) => (
        <li key={says}>{says}</li>
      ))}
    </ol>
  );
}
