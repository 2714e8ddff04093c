import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { keyLink, keysLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

const NAMES = ["", "One of the keys", "Two of the keys", "Three of the keys"];

/** A few of the keys with only their ends shown; nothing where the incident is about no keys. */
export function KeysPanel({ page: { incident, table, key, examples } }: { page: IncidentPage }) {
  const { keys, snapshotId } = incident.seen;
  if (key === null || snapshotId === null || keys === 0 || (keys === null && examples.length === 0)) return null;
  const view = { key: key.name, snapshot: snapshotId };
  if (examples.length === 0) {
    return (
      <Panel title="The keys" aside={<Link href={keysLink(table.id, { key: key.name })}>Duplicate keys</Link>}>
        <PanelBody>
          <p className={classes["quiet"]}>No sample of them is kept any more; the page of duplicate keys finds any by its value.</p>
        </PanelBody>
      </Panel>
    );
  }
  const isAll = keys !== null && keys <= examples.length;
  return (
    <Panel
      title={isAll ? "The keys" : (NAMES[examples.length] ?? "Some of the keys")}
      aside={<Link href={keysLink(table.id, view)}>{keys === null ? "All" : `All ${formatCount(keys)}`}</Link>}
    >
      <PanelBody>
        <table className={classes["keys"]}>
          <thead>
            <tr>
              <th scope="col">{key.columns.join(", ")}</th>
              <th scope="col">Kafka partitions</th>
              <th scope="col">Rows</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ keyHash, parts, rowCount, partitions }) => (
              <tr key={keyHash}>
                <th scope="row">
                  <Link href={keyLink(table.id, keyHash, view)} prefetch={false}>
                    <code>
                      <bdi>{parts.join(", ")}</bdi>
                    </code>
                  </Link>
                </th>
                <td>{partitions.length === 0 ? "none" : partitions.join(", ")}</td>
                <td>{formatCount(rowCount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes["quiet"]}>Of a key only its ends are shown here; open one to see it.</p>
      </PanelBody>
    </Panel>
  );
}
