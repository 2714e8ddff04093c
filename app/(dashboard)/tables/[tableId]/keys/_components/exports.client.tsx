"use client";

import { Button, Menu } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { askExport, cancelKeyRequest, exportsQuery } from "#app/_queries/key-requests.ts";
import { replaceAnswer } from "#app/_queries/replace-answer.ts";
import { Time } from "#app/_ui/time.client.tsx";
import { exportFileAddress, isUnderWay, type KeyRequestView } from "#lib/contracts/key-requests.ts";
import { formatBytes, formatCount, shortId } from "#lib/units.ts";
import { sayState } from "../_look-up/waiting.client.tsx";
import classes from "./exports.module.css";

interface ExportsProps {
  tableId: string;
  keyName: string;
  /** As the server knew them. */
  exports: KeyRequestView[];
}

const FORMATS = { csv: "CSV, for spreadsheets and scripts", arrow: "Arrow, for notebooks and engines" } as const;

/** Starts an export of every duplicated key. `snapshot` not given: the newest. */
export function ExportMenu({
  tableId,
  keyName,
  exports,
  label,
  snapshot,
}: ExportsProps & { label: string; snapshot?: string | undefined }) {
  const client = useQueryClient();
  const { queryKey } = exportsQuery(tableId, keyName, exports);
  const ask = useMutation({
    mutationFn: async (format: keyof typeof FORMATS) =>
      await askExport({ tableId, key: keyName, format, ...(snapshot !== undefined && { snapshot }) }),
    onSuccess: async (made) =>
      await replaceAnswer(client, queryKey, (known = exports) => [made, ...known.filter(({ id }) => id !== made.id)]),
  });
  return (
    <div className={classes["menu"]}>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={ask.isPending}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(FORMATS).map(([format, words]) => (
            <Menu.Item key={format} onClick={() => ask.mutate(format as keyof typeof FORMATS)}>
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {ask.error !== null && (
        <p className={classes["fault"]} role="alert">
          {ask.error.message}
        </p>
      )}
    </div>
  );
}

/** Exports under way with their progress, and those that can still be fetched. Nothing when there are none. */
export function ExportList({ tableId, keyName, exports }: ExportsProps) {
  const { data, error } = useQuery(exportsQuery(tableId, keyName, exports));
  if (data.length === 0) return null;
  return (
    <section className={classes["panel"]} aria-label="Exports">
      <h2>Exports</h2>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <Export request={one} />
          </li>
        ))}
      </ul>
      {error !== null && <p className={classes["fault"]}>{error.message}</p>}
    </section>
  );
}

function Export({ request }: { request: KeyRequestView }) {
  const { id, format, state, file, error, snapshotId, askedSnapshotId, expiresAt, trust } = request;
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: async () => await cancelKeyRequest(id),
    onSettled: async () => await client.invalidateQueries({ queryKey: ["key-exports"] }),
  });
  const name = (format ?? "").toUpperCase().replace("ARROW", "Arrow");
  const snapshot = snapshotId ?? askedSnapshotId;
  if (isUnderWay(request)) {
    return (
      <div role="status">
        <b>{name}</b> {sayState(request)} You can leave.{" "}
        <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <>
      {file === null ? (
        <span>
          <b>{name}</b> {state === "cancelled" ? "cancelled" : (error?.message ?? state)}
        </span>
      ) : (
        <a href={exportFileAddress(id)} download>
          {name}, {formatCount(file.keys)} {file.keys === 1 ? "key" : "keys"}
          {trust !== null && trust !== "exact" && ` (${trust})`}, {formatBytes(file.bytes)}
        </a>
      )}
      <small>
        {snapshot !== null && (
          <>
            snapshot <code title={snapshot}>{shortId(snapshot)}</code>,{" "}
          </>
        )}
        asked <Time at={request.requestedAt} />
        {file !== null && expiresAt !== null && (
          <>
            , kept until <Time at={expiresAt} as="day" />
          </>
        )}
      </small>
    </>
  );
}
