"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { limitPreview } from "#app/_queries/limits.ts";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { limitsLink, metricLink } from "#lib/contracts/links.ts";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { TableSource } from "#lib/names.ts";
import type { LimitRow } from "../_limits/list-limits.ts";
import type { LimitsPage } from "../_limits/read-limits.ts";
import { LimitLines } from "./limit-lines.client.tsx";
import { Openings } from "./openings.client.tsx";
import { PreviewChart } from "./preview-chart.client.tsx";
import { PreviewNotes } from "./preview-notes.client.tsx";
import { PreviewVerdict } from "./preview-verdict.client.tsx";
import { SaveLimits } from "./save-limits.client.tsx";
import { TriedFields, type Tried } from "./tried-fields.client.tsx";
import classes from "./preview.module.css";

const PAUSE_MS = 300;

interface PreviewPanelProps {
  tableId: string;
  keyName: string;
  /** Where the table comes from, which says how its limits are saved. */
  source: TableSource;
  entry: LimitsPage["entry"];
  rows: readonly LimitRow[];
  /** What the server answered to the address. */
  first: { asked: Tried & { metric: MetricName }; answer: LimitPreview | null; fault: string | null };
}

/** Other limits of one metric, and what they would have made of its stored numbers. */
export function PreviewPanel({ tableId, keyName, source, entry, rows, first }: PreviewPanelProps) {
  const { metric } = first.asked;
  const row = rows.find((one) => one.metric === metric);
  const [tried, setTried] = useState<Tried>(first.asked);
  const [asked] = useDebouncedValue(tried, PAUSE_MS);
  const isFirst = isSame(asked, first.asked);
  const { data, error, isFetching } = useQuery({
    ...limitPreview({ tableId, key: keyName, metric, ...asked }),
    ...(isFirst && first.answer !== null && { initialData: first.answer }),
    enabled: !(isFirst && first.fault !== null),
  });
  const fault = isFirst && first.fault !== null ? first.fault : (error?.message ?? null);
  useAddress(tableId, { key: keyName, metric, tried: asked, written: row?.written ?? { warn: "", alert: "" } });
  const isCurrent = asked.warn === (row?.written.warn ?? "") && asked.alert === (row?.written.alert ?? "");
  const preview = fault === null ? (data ?? null) : null;
  return (
    <Panel
      title={`Preview: ${row?.label ?? metric}`}
      aside={
        <Link href={metricLink(metric)} prefetch={false}>
          How it is counted
        </Link>
      }
    >
      <PanelBody>
        <TriedFields tried={tried} row={row} hasAccepted={(data?.accepted.length ?? 0) > 0} fault={fault} onChange={setTried} />
        {preview === null ? (
          <p className={classes["waiting"]}>
            {fault === null ? "Reading what was stored…" : "Nothing is previewed until the limits can be read."}
          </p>
        ) : (
          <div className={isFetching ? classes["older"] : ""} aria-busy={isFetching}>
            <PreviewVerdict preview={preview} days={asked.days} />
            <PreviewChart preview={preview} />
            <Openings tableId={tableId} keyName={keyName} preview={preview} />
            <HowToSave preview={preview} source={source} entry={entry} isCurrent={isCurrent} />
            <PreviewNotes preview={preview} accepted={asked.accepted} />
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}

interface HowToSaveProps extends Pick<PreviewPanelProps, "source" | "entry"> {
  preview: LimitPreview;
  /** These limits are in use already. */
  isCurrent: boolean;
}

/** The way from limits that were tried to limits that are used, by where the table comes from. */
function HowToSave({ preview, source, entry, isCurrent }: HowToSaveProps) {
  if (source === "sample")
    return <p className={classes["hint"]}>Limits of sample tables cannot be saved. Add your own table to set its limits.</p>;
  if (source === "file") return <LimitLines lines={preview.lines} />;
  if (isCurrent) return <p className={classes["hint"]}>These limits are in use.</p>;
  if (entry?.state === "waiting") return <p className={classes["hint"]}>Saved. A worker is taking the new settings over.</p>;
  return entry === null ? null : <SaveLimits preview={preview} entry={entry} />;
}

function isSame(a: Tried, b: Tried): boolean {
  return a.warn === b.warn && a.alert === b.alert && a.days === b.days && a.accepted === b.accepted;
}

/** Keeps what is tried in the address, so that it can be sent to somebody. */
function useAddress(
  tableId: string,
  { key, metric, tried, written }: { key: string; metric: MetricName; tried: Tried; written: { warn: string; alert: string } },
): void {
  const isWritten = tried.warn === written.warn && tried.alert === written.alert;
  const address = limitsLink(tableId, {
    key,
    metric,
    ...(tried.days !== 90 && { days: tried.days }),
    ...(!isWritten && { warn: tried.warn === "" ? " " : tried.warn, alert: tried.alert === "" ? " " : tried.alert }),
    ...(tried.accepted === "out" && { accepted: "out" as const }),
  });
  useEffect(() => window.history.replaceState(null, "", address), [address]);
}
