import { CHARTS } from "#lib/charts.ts";
import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { METRICS, type MetricName } from "#lib/metrics.ts";
import { formatMetric } from "#lib/units.ts";

export interface MetricView {
  name: MetricName;
  declaration: MetricDeclaration;
  check: { id: string; title: string; question: string };
  /** Each a fact with its words. */
  facts: { name: string; words: string }[];
  /** Pages and commands. */
  shownOn: string[];
  /** What to write into bergwatch.yaml. */
  yaml: string;
  related: { name: MetricName; declaration: MetricDeclaration }[];
}

const WORSE = { higher: "more is worse", lower: "less is worse", neither: "a change alone says nothing" } as const;

/** What a metric's declaration says, for its page; null: there is no such metric. Pure. */
export function findMetricView(name: string): MetricView | null {
  for (const check of CHECKS) {
    const metrics = listMetrics(check);
    const found = metrics.find((metric) => metric.name === name);
    if (found) {
      return {
        ...found,
        check,
        facts: factsOf(found.declaration),
        shownOn: shownOn(found.name, check.id),
        yaml: yamlOf(found.name, found.declaration),
        related: metrics.filter((metric) => metric !== found),
      };
    }
  }
  return null;
}

/** The limits that hold where a table sets none, in words. */
export function sayLimits({ warnAt, alertAt, unit, worse }: MetricDeclaration): string {
  if (warnAt === null && alertAt === null) return "none";
  const side = worse === "lower" ? "or less" : "or more";
  const say = (severity: string, limit: number | null) => (limit === null ? [] : [`${severity} at ${formatMetric(limit, unit)} ${side}`]);
  return [...say("warn", warnAt), ...say("alert", alertAt)].join(", ");
}

function factsOf(declaration: MetricDeclaration): MetricView["facts"] {
  const { unit, worse, chart, per, limitsNeedPromise, limitsNeedNoPromise, followsDirection } = declaration;
  const facts = [
    { name: "Unit", words: unit },
    { name: "Direction", words: WORSE[worse] },
    { name: "Limits", words: `${sayLimits(declaration)}, unless the table sets its own` },
    {
      name: "Belongs to",
      words: per === "run" ? "the run: it moves with the clock, without a new snapshot" : "the snapshot: it is read once and never changes",
    },
    { name: "Chart", words: sayChart(chart) },
  ];
  if (limitsNeedNoPromise) facts.push({ name: "Judged", words: "only for a key that may have many rows" });
  if (limitsNeedPromise) facts.push({ name: "Judged", words: "only for a key that is promised to be unique" });
  if (followsDirection)
    facts.push({ name: "In doubt", words: "if a value is known to be too low or too high, it is shown as “at least” or “at most”" });
  return facts;
}

function sayChart(chart: MetricDeclaration["chart"]): string {
  const drawn = CHARTS.find(({ id, view }) => id === chart?.id && view === chart.view);
  return drawn === undefined
    ? "none on the table’s page; its incidents draw it"
    : `${drawn.title}, ${drawn.stacked ? "stacked" : "as a line"}`;
}

function shownOn(name: MetricName, check: string): string[] {
  return [
    ...(METRICS[name].chart === undefined ? [] : ["the charts of the table’s page"]),
    ...(check === "delete_backlog" ? ["the table’s page Backlog"] : []),
    ...(check === "duplicates" ? ["the table’s page Duplicate keys"] : []),
    "the page of each run, under All numbers",
    `npm run -s cli -- history <table> --metric ${name}`,
  ];
}

/** Its own limits where it has some, else an example: the first step is to copy it. */
function yamlOf(name: MetricName, { warnAt, alertAt, unit }: MetricDeclaration): string {
  const example =
    unit === "seconds" ? ["15m", "1h"] : unit === "bytes" ? ["50GiB", "100GiB"] : unit === "ratio" ? ["1.5", "2"] : ["100", "1000"];
  const [warn, alert] = warnAt === null && alertAt === null ? example : [warnAt ?? "off", alertAt ?? "off"];
  return [
    "tables:",
    "  - name: shop.orders",
    "    location: /lake/shop/orders",
    "    key: order_id",
    "    limits:",
    `      ${name}: { warn: ${warn}, alert: ${alert} }`,
    "",
  ].join("\n");
}
