import { sql } from "drizzle-orm";
import { boolean, check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { keyVersions } from "./key-versions.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import { VERDICT_STATES, type AcceptedMetric, type DatedFinding } from "#lib/contracts/verdict.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { SEVERITIES } from "#lib/names.ts";

/**
 * What an observation says about a key by the limits and accepted levels of the moment it was judged: at most one for each observation. The
 * newest one of a key is judged again when these change; older ones stay. The run is named and not referenced, as it is by observations.
 */
export const verdicts = pgTable(
  "verdicts",
  {
    runId: uuid("run_id").notNull(),
    /** Of the observation. */
    observedAt: instant("observed_at").notNull(),
    judgedAt: instant("judged_at").notNull(),
    value: doublePrecision("value"),
    limit: doublePrecision("limit"),
    keyVersionId: integer("key_version_id")
      .notNull()
      .references(() => keyVersions.id),
    state: text("state", { enum: VERDICT_STATES }).notNull(),
    severity: text("severity", { enum: SEVERITIES }),
    metric: text("metric", { enum: METRIC_NAMES }),
    sentence: text("sentence").notNull(),
    since: jsonb("since").$type<IncidentSince>(),
    expected: jsonb("expected").$type<{ low: number; high: number }>(),
    /** null: nothing was found, which is most verdicts. */
    findings: jsonb("findings").$type<readonly DatedFinding[]>(),
    /** null: nothing that would be wrong is accepted. */
    accepted: jsonb("accepted").$type<readonly AcceptedMetric[]>(),
    judgedAfterwards: boolean("judged_afterwards").notNull().default(false),
  },
  (table) => [
    primaryKey({ name: "verdicts_of_run", columns: [table.runId, table.keyVersionId] }),
    index("verdicts_of_key_newest").on(table.keyVersionId, table.observedAt),
    oneOf("verdicts_state_known", table.state, VERDICT_STATES),
    oneOf("verdicts_severity_known", table.severity, SEVERITIES),
    oneOf("verdicts_metric_known", table.metric, METRIC_NAMES),
    check(
      "verdicts_severity_of_state",
      sql`(${table.state} = 'alert') = (${table.severity} is not distinct from 'alert') and (${table.state} = 'warning') = (${table.severity} is not distinct from 'warn')`,
    ),
  ],
);
