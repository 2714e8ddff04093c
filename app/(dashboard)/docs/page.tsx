import Link from "next/link";
import type { Metadata } from "next/types.js";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { causeDocsLink, metricLink } from "#lib/contracts/links.ts";
import { GLOSSARY } from "#lib/glossary.ts";
import { sayLimits } from "./_components/metric-view.ts";
import { WithCode } from "./_components/with-code.tsx";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Docs" };

export default function DocsPage() {
  return (
    <>
      <PageHead
        title="What the numbers mean"
        verdict="Each check asks one question of a table; its metrics answer it."
        because="Values that cannot be computed show a reason, never 0."
      />
      <nav className={classes["contents"]} aria-label="On this page">
        {CHECKS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <Link href={causeDocsLink()}>Causes</Link>
        <a href="#words">Words</a>
      </nav>
      <div className={classes["checks"]}>
        {CHECKS.map((check) => (
          <div key={check.id} id={check.id} className={classes["check"]}>
            <Panel title={check.title} aside={check.question}>
              <table className={classes["metrics"]}>
                <thead>
                  <tr>
                    <th scope="col">Metric</th>
                    <th scope="col">What it is</th>
                    <th scope="col">Limits</th>
                  </tr>
                </thead>
                <tbody>
                  {listMetrics(check).map(({ name, declaration }) => (
                    <tr key={name}>
                      <th scope="row">
                        <Link href={metricLink(name)} prefetch={false}>
                          {declaration.label}
                        </Link>
                        <code>{name}</code>
                      </th>
                      <td>{declaration.help}</td>
                      <td>{sayLimits(declaration)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Panel>
          </div>
        ))}
        <div id="words" className={classes["check"]}>
          <Panel title="Words" aside="Each has one meaning everywhere.">
            <PanelBody>
              <dl className={classes["words"]}>
                {GLOSSARY.map(({ word, meaning }) => (
                  <div key={word}>
                    <dt>
                      <WithCode text={word} />
                    </dt>
                    <dd>
                      <WithCode text={meaning} />
                    </dd>
                  </div>
                ))}
              </dl>
            </PanelBody>
          </Panel>
        </div>
      </div>
    </>
  );
}
