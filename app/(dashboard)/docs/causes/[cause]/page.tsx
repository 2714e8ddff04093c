import Link from "next/link";
import type { Metadata } from "next/types.js";
import { notFound } from "next/navigation";
import type { ComponentProps } from "react";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CauseSwatch } from "#app/_ui/cause-swatch.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { listFirstSteps, sayNeeds } from "#lib/causes/causes-docs.ts";
import { checklistPoint } from "#lib/causes/checklist.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { causeDocsLink, docsLink } from "#lib/contracts/links.ts";
import { CAUSE_NAMES, type CauseName } from "#lib/names.ts";
import { AtAGlance } from "../../_components/at-a-glance.tsx";
import { WithCode } from "../../_components/with-code.tsx";
import classes from "./page.module.css";

interface Props {
  params: Promise<{ cause: string }>;
}

function findCause(name: string): CauseName | null {
  return CAUSE_NAMES.find((one) => one === name) ?? null;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const cause = findCause((await params).cause);
  return { title: cause === null ? "No such cause" : causeWords(cause).label };
}

export default async function CausePage({ params }: Props) {
  const cause = findCause((await params).cause);
  if (cause === null) notFound();
  const { label, plain, technical, docs } = causeWords(cause);
  return (
    <>
      <Breadcrumbs
        above={[
          { href: docsLink(), name: "Docs" },
          { href: causeDocsLink(), name: "Causes" },
        ]}
        here={label}
      >
        <CopyLink />
      </Breadcrumbs>
      <PageHead
        title={
          <>
            <CauseSwatch cause={cause} /> {label}
          </>
        }
        facts={<code>{cause}</code>}
        verdict={plain}
        because={technical}
      />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <Panel title="When it applies, and how it happens">
            <PanelBody>
              {docs.map((paragraph) => (
                <p key={paragraph} className={classes["paragraph"]}>
                  {paragraph}
                </p>
              ))}
            </PanelBody>
          </Panel>
          <FirstStepFor cause={cause} />
        </div>
        <div className={classes["side"]}>
          <AtAGlance facts={factsOf(cause)} />
        </div>
      </div>
    </>
  );
}

function factsOf(cause: CauseName): ComponentProps<typeof AtAGlance>["facts"] {
  const place = CAUSE_NAMES.indexOf(cause);
  const needs = sayNeeds(cause);
  const around = [CAUSE_NAMES[place - 1], CAUSE_NAMES[place + 1]].flatMap((other) => other ?? []);
  return [
    { name: "Tested", says: cause === "unknown" ? "last: none of the others applies" : `number ${place + 1} of ${CAUSE_NAMES.length - 1}` },
    { name: "Requires", says: needs === null ? "nothing that a table can lack" : <WithCode text={needs} /> },
    {
      name: "Tested before and after",
      says: around.map((other) => (
        <Link key={other} href={causeDocsLink(other)} prefetch={false} className={classes["neighbour"]}>
          {causeWords(other).label}
        </Link>
      )),
    },
  ];
}

/** The first steps by who owns the table, and the checklist's point. */
function FirstStepFor({ cause }: { cause: CauseName }) {
  const { title, says } = checklistPoint(causeWords(cause).advice.checklist);
  return (
    <Panel title="What to do first" aside={<Link href={`${causeDocsLink()}#checklist`}>Checklist</Link>}>
      <PanelBody>
        {listFirstSteps(cause).map(({ owner, steps }) => (
          <section key={owner} className={classes["owner"]}>
            <h3>{owner}</h3>
            <ol className={classes["steps"]}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
        <p className={classes["quiet"]}>
          <b>{title}.</b> <WithCode text={says} />
        </p>
      </PanelBody>
    </Panel>
  );
}
