import Link from "next/link";
import type { Metadata } from "next/types.js";
import { notFound } from "next/navigation";
import type { ComponentProps } from "react";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { metricLink } from "#lib/contracts/links.ts";
import { AtAGlance } from "../../_components/at-a-glance.tsx";
import { findMetricView, type MetricView } from "../../_components/metric-view.ts";
import { CopyText } from "./copy-text.client.tsx";
import classes from "./page.module.css";

interface Props {
  params: Promise<{ metric: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: findMetricView((await params).metric)?.declaration.label ?? "No such metric" };
}

export default async function MetricPage({ params }: Props) {
  const view = findMetricView((await params).metric);
  if (view === null) notFound();
  const { name, declaration, check, yaml } = view;
  return (
    <>
      <Breadcrumbs
        above={[
          { href: "/docs", name: "Docs" },
          { href: `/docs#${check.id}`, name: check.title },
        ]}
        here={declaration.label}
      >
        <CopyLink />
      </Breadcrumbs>
      <PageHead
        title={declaration.label}
        facts={<code>{name}</code>}
        verdict={declaration.help}
        because={`It answers: ${check.question}`}
      />
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          <Panel title="How it is counted">
            <PanelBody>
              <p>{declaration.computed}</p>
              <p className={classes["quiet"]}>
                If it cannot be computed it is null with a reason, never 0: a column that is not set or that the snapshot lacks, nothing to
                divide by, no snapshot yet.
              </p>
            </PanelBody>
          </Panel>
          <Panel title="Set its limits" aside={<CopyText text={yaml} />}>
            <PanelBody>
              <p>
                In <code>bergwatch.yaml</code>, for one table, or below <code>defaults</code> for all. The word <code>off</code> in the
                place of the map switches both off.
              </p>
              <pre className={classes["yaml"]} tabIndex={0}>
                {yaml}
              </pre>
              <p className={classes["quiet"]}>
                <code>npm run -s cli -- config check</code> lists errors in the file with line numbers; the service loads a valid file
                automatically.
              </p>
            </PanelBody>
          </Panel>
        </div>
        <div className={classes["glance"]}>
          <AtAGlance facts={factsOf(view)} />
        </div>
        <div className={classes["others"]}>
          <Related view={view} />
        </div>
      </div>
    </>
  );
}

function factsOf({ facts, shownOn, check }: MetricView): ComponentProps<typeof AtAGlance>["facts"] {
  const places = shownOn.map((place) => <li key={place}>{place.startsWith("npm ") ? <code>{place}</code> : place}</li>);
  return [
    { name: "Check", says: <Link href={`/docs#${check.id}`}>{check.title}</Link> },
    ...facts.map(({ name, words }) => ({ name, says: words })),
    { name: "Shown on", says: <ul>{places}</ul> },
  ];
}

function Related({ view: { related, check } }: { view: MetricView }) {
  return (
    <Panel title={`Other metrics of ${check.title}`}>
      <PanelBody>
        <dl className={classes["related"]}>
          {related.map(({ name, declaration: { label, help } }) => (
            <div key={name}>
              <dt>
                <Link href={metricLink(name)} prefetch={false}>
                  {label}
                </Link>
              </dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
      </PanelBody>
    </Panel>
  );
}
