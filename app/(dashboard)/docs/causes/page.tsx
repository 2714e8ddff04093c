import Link from "next/link";
import type { Metadata } from "next/types.js";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CauseSwatch } from "#app/_ui/cause-swatch.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { CHECKLIST } from "#lib/causes/checklist.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { causeDocsLink, docsLink } from "#lib/contracts/links.ts";
import { CAUSE_NAMES } from "#lib/names.ts";
import { WithCode } from "../_components/with-code.tsx";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Causes" };

export default function CausesPage() {
  return (
    <>
      <Breadcrumbs above={[{ href: docsLink(), name: "Docs" }]} here="Causes">
        <CopyLink />
      </Breadcrumbs>
      <PageHead
        title="Why a key is duplicated"
        verdict="Causes are tested in this order; the first match wins."
        because="If a needed column is missing or NULL, the cause stays undecided, and the page says what is needed."
      />
      <div className={classes["panels"]}>
        <Panel title="Causes" aside={<a href="#checklist">Checklist</a>}>
          <PanelBody>
            <ol className={classes["causes"]}>
              {CAUSE_NAMES.map((cause) => (
                <li key={cause}>
                  <CauseSwatch cause={cause} />
                  <span className={classes["name"]}>
                    <Link href={causeDocsLink(cause)} prefetch={false}>
                      {causeWords(cause).label}
                    </Link>
                    <code>{cause}</code>
                  </span>
                  <span className={classes["plain"]}>{causeWords(cause).plain}</span>
                </li>
              ))}
            </ol>
          </PanelBody>
        </Panel>
        <div id="checklist" className={classes["checklist"]}>
          <Panel title="Checklist" aside="How to prevent duplicate keys">
            <PanelBody>
              {CHECKLIST.map(({ title, points }) => (
                <section key={title}>
                  <h3>{title}</h3>
                  <dl className={classes["points"]}>
                    {points.map((point) => (
                      <div key={point.title}>
                        <dt>{point.title}</dt>
                        <dd>
                          <WithCode text={point.says} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </PanelBody>
          </Panel>
        </div>
      </div>
    </>
  );
}
