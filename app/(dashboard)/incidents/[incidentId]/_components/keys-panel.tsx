import Link from "next/link";
import { CopyValue } from "#app/_ui/copy-value.client.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { keyLink, keysLink } from "#lib/contracts/links.ts";
import { isMasked } from "#lib/masking.ts";
import { formatCount } from "#lib/units.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

/** A few of the keys; on paper with only their ends shown. Nothing where the incident is about no keys. */
export function KeysPanel({ page: { incident, table, key, examples } }: { page: IncidentPage }) {
  const { keys, snapshotId } = incident.seen;
  if (key === null || snapshotId === null || keys === 0 || (keys === null && examples.length === 0)) return null;
  const view = { key: key.name, snapshot: snapshotId };
  if (examples.length === 0) {
    return (
      <Panel title="Keys" aside={<Link href={keysLink(table.id, { key: key.name })}>Duplicate keys</Link>}>
        <PanelBody>
          <p className={classes["quiet"]}>The sample of these keys has expired. Look up any key by its value on the keys page.</p>
        </PanelBody>
      </Panel>
    );
  }
  const isAll = keys !== null && keys <= examples.length;
  return (
    <Panel
      title={isAll ? "Keys" : "Sample keys"}
      aside={<Link href={keysLink(table.id, view)}>{keys === null ? "All" : `All ${formatCount(keys)}`}</Link>}
    >
      <PanelBody>
        <table className={classes["keys"]}>
          <thead>
            <tr>
              <th scope="col">{key.columns.join(", ")}</th>
              <th scope="col">Partitions</th>
              <th scope="col">Rows</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ keyHash, parts, printed, rowCount, partitions }) => (
              <tr key={keyHash}>
                <th scope="row">
                  <Link href={keyLink(table.id, keyHash, view)} prefetch={false}>
                    <code className={classes["whole"]}>
                      <bdi>{parts.join(", ")}</bdi>
                    </code>
                    <code className={classes["printed"]} aria-hidden="true">
                      <bdi>{printed.join(", ")}</bdi>
                    </code>
                  </Link>
                  {!parts.some(isMasked) && <CopyValue value={parts.join(", ")} name="this key" />}
                </th>
                <td>{partitions.length === 0 ? "none" : partitions.join(", ")}</td>
                <td>{formatCount(rowCount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PanelBody>
    </Panel>
  );
}
