"use client";

import { Button } from "@mantine/core";
import { FactList } from "#app/_ui/fact-list.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Stats } from "#app/_ui/stats.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import { formatBytes, formatCount, shortId } from "#lib/units.ts";
import classes from "./description-panels.module.css";

interface DescriptionPanelsProps {
  description: TableDescription;
  /** When it was read, ISO 8601. */
  asOf: string | null;
  onRefresh: () => void;
}

/** What a table's metadata says of it. */
export function DescriptionPanels({ description, asOf, onRefresh }: DescriptionPanelsProps) {
  return (
    <>
      <Sizes description={description} />
      <Panel
        title="Where it is"
        aside={
          <span className={classes["asOf"]}>
            {asOf !== null && (
              <span>
                as of <Time at={asOf} />
              </span>
            )}
            <Button variant="default" size="compact-md" onClick={onRefresh}>
              Refresh
            </Button>
          </span>
        }
      >
        <PanelBody>
          <Facts description={description} />
        </PanelBody>
      </Panel>
      <Schema description={description} />
      <Snapshots description={description} />
    </>
  );
}

function Sizes({ description: { snapshots, snapshotsRetained } }: { description: TableDescription }) {
  const totals = snapshots[0]?.totals;
  const count = (text: string | null | undefined) => (text == null ? null : formatCount(Number(text)));
  const said = snapshots.length === 0 ? "never written" : "at last commit";
  const unsaid = snapshots.length === 0 ? "never written" : "its commits do not say it";
  const stat = (label: string, value: string | null) => ({ label, value, note: value === null ? unsaid : said });
  return (
    <Stats
      stats={[
        stat("Rows", count(totals?.rows)),
        stat("Size", totals?.bytes == null ? null : formatBytes(Number(totals.bytes))),
        stat("Data files", count(totals?.dataFiles)),
        stat("Delete files", count(totals?.deleteFiles)),
        { label: "Snapshots", value: formatCount(snapshotsRetained), note: "retained" },
      ]}
    />
  );
}

function Facts({
  description: { recognised, files, metadataFile, uuid, partitionedBy, formatVersion },
}: {
  description: TableDescription;
}) {
  const facts: [string, string][] = [
    ["Partitioned by", partitionedBy.length === 0 ? "not partitioned" : partitionedBy.join(", ")],
    ["Format", `version ${formatVersion}`],
    ["Files", files],
    ["Metadata", metadataFile],
    ...(uuid === null ? [] : ([["Id of the table", uuid]] as [string, string][])),
  ];
  return (
    <>
      <p className={classes["recognised"]}>{recognised.sentence}</p>
      <FactList facts={facts} />
    </>
  );
}

function Schema({ description: { columns, identifierColumns } }: { description: TableDescription }) {
  return (
    <Panel title="Columns" aside={formatCount(columns.length)}>
      <div className={classes["scroll"]} tabIndex={0} role="group" aria-label="Columns of the table">
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col">
                <span className="visually-hidden">What holds of it</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, type, fieldId, required }) => (
              <tr key={fieldId}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>
                  <code>{type}</code>
                </td>
                <td>
                  {identifierColumns.includes(name) && (
                    <Pill title="The table names it among the columns that identify a row.">identifier</Pill>
                  )}{" "}
                  {required && <Pill title="It is never NULL.">required</Pill>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Snapshots({ description: { snapshots, snapshotsRetained } }: { description: TableDescription }) {
  if (snapshots.length === 0) {
    return (
      <Panel title="Snapshots">
        <PanelBody>
          <p className={classes["quiet"]}>It was never written; it can be watched all the same.</p>
        </PanelBody>
      </Panel>
    );
  }
  const shown =
    snapshots.length < snapshotsRetained
      ? `the newest ${formatCount(snapshots.length)} of ${formatCount(snapshotsRetained)}`
      : "all that are retained";
  return (
    <Panel title="Snapshots" aside={`${shown}; totals as each commit says`}>
      <div className={classes["scroll"]} tabIndex={0} role="group" aria-label="Snapshots of the table">
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">Committed</th>
              <th scope="col">Operation</th>
              <th scope="col">By</th>
              <th scope="col" className={classes["number"]}>
                Rows
              </th>
              <th scope="col" className={classes["number"]}>
                Data files
              </th>
              <th scope="col" className={classes["number"]}>
                Delete files
              </th>
              <th scope="col">Snapshot</th>
            </tr>
          </thead>
          <tbody>
            {snapshots.map(({ id, committedAt, operation, committedBy, totals }) => (
              <tr key={id}>
                <th scope="row">
                  <Time at={committedAt} />
                </th>
                <td>{operation ?? "–"}</td>
                <td>{committedBy ?? "–"}</td>
                <Total value={totals.rows} />
                <Total value={totals.dataFiles} />
                <Total value={totals.deleteFiles} />
                <td>
                  <code title={id}>{shortId(id)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Total({ value }: { value: string | null }) {
  return (
    <td className={classes["number"]} title={value === null ? "The commit does not say it." : undefined}>
      {value === null ? "–" : formatCount(Number(value))}
    </td>
  );
}
