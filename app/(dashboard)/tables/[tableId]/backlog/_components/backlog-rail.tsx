import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { metricLink } from "#lib/contracts/links.ts";
import { DANGLING_REASONS } from "#lib/iceberg/contract-backlog.ts";
import { formatCount } from "#lib/units.ts";
import { FirstStepPanel } from "../../_why/first-step.tsx";
import type { BacklogPage } from "../read-backlog.ts";
import { leftBy, sayReading, saySmallFiles } from "./backlog-words.ts";
import { DANGLING_WORDS } from "./backlog-view.ts";
import classes from "./backlog-rail.module.css";
import { ToolsPanel } from "./tools-panel.tsx";

/** What a reader pays, what touches nothing, and how small the files are: in words. */
export function BacklogRail({ page: { facts, stored, first } }: { page: BacklogPage }) {
  const { data_files: files = null, data_rows: rows = null, data_bytes: bytes = null } = facts?.values ?? {};
  const data = files === null || rows === null || bytes === null ? null : { files, rows, bytes };
  const small = saySmallFiles(facts?.values.small_data_files ?? null, data);
  return (
    <div className={classes["rail"]}>
      {facts !== null && leftBy(facts.values).files > 0 && <FirstStepPanel first={first} />}
      {stored !== null && (
        <Panel title="What a reader pays">
          <PanelBody>
            {sayReading(stored.backlog, data).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </PanelBody>
        </Panel>
      )}
      <Dangling page={{ facts, stored }} />
      {small !== null && (
        <Panel title="Small files" aside={<Link href={metricLink("small_data_files")}>What counts as small</Link>}>
          <PanelBody>
            <p>{small}</p>
          </PanelBody>
        </Panel>
      )}
      {facts !== null && leftBy(facts.values).files > 0 && <ToolsPanel facts={facts} backlog={stored?.backlog ?? null} />}
    </div>
  );
}

function Dangling({ page: { facts, stored } }: { page: Pick<BacklogPage, "facts" | "stored"> }) {
  const count = facts?.values.dangling_delete_files ?? null;
  const reasons = DANGLING_REASONS.flatMap((reason) => {
    const files = stored?.backlog.dangling[reason] ?? 0;
    return files === 0 ? [] : [{ reason, files }];
  });
  const isEmpty = stored === null ? facts !== null && leftBy(facts.values).files === 0 : stored.backlog.partitions.length === 0;
  if ((count === null && reasons.length === 0) || isEmpty) return null;
  return (
    <Panel title="Dangling deletes" aside={<Link href={metricLink("dangling_delete_files")}>What that is</Link>}>
      <PanelBody>
        {count === 0 && reasons.length === 0 ? (
          <p>None.</p>
        ) : (
          <>
            {count !== null && (
              <p>
                {formatCount(count)} delete {count === 1 ? "file touches" : "files touch"} nothing; a compaction that drops dangling deletes
                removes {count === 1 ? "it" : "them"}.
              </p>
            )}
            <dl className={classes["reasons"]}>
              {reasons.map(({ reason, files }) => (
                <div key={reason}>
                  <dt>{formatCount(files)}</dt>
                  <dd>{DANGLING_WORDS[reason]}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
