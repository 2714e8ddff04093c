"use client";

import { Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import Link from "next/link";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { addressOfPage } from "#app/_ui/copy-link.client.tsx";
import { incidentLink, incidentsLink, silencesLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { FrameFacts } from "./read-frame.ts";
import { RunStatus } from "./run-status.client.tsx";
import classes from "./table-frame.module.css";
import { useRunNow } from "./use-run-now.client.ts";

interface TableActionsProps {
  table: { id: string; name: string; archived: boolean };
  facts: FrameFacts | null;
  children: ReactNode;
}

/** One main action, the incident if one is open and else a run, with the others beside it; on a phone they are in a menu. */
export function TableActions({ table, facts, children }: TableActionsProps) {
  const run = useRunNow(table.id, facts?.runId ?? null);
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const copyLink = () => copy(addressOfPage());
  const incidents = facts?.mark.incidents ?? [];
  const [first] = incidents;
  const runNow = { onClick: run.ask, disabled: run.isBusy };
  const isRunMain = first === undefined;
  return (
    <>
      <div className={classes["line"]}>
        <div className={classes["where"]}>{children}</div>
        <div className={classes["actions"]}>
          <span className={classes["others"]}>
            {!table.archived && !isRunMain && (
              <button type="button" {...runNow}>
                Run now
              </button>
            )}
            {!table.archived && <Link href={silencesLink({ table: table.name })}>Silence…</Link>}
            <button type="button" onClick={copyLink}>
              {copied ? "Copied" : "Copy link"}
            </button>
          </span>
          {first !== undefined && (
            <ButtonLink main href={incidents.length === 1 ? incidentLink(first.id) : incidentsLink({ table: table.id })}>
              {incidents.length === 1 ? `Open incident ${first.name}` : `Open ${formatCount(incidents.length)} incidents`}
            </ButtonLink>
          )}
          {isRunMain && !table.archived && (
            <button type="button" className={classes["main"]} {...runNow}>
              Run now
            </button>
          )}
          <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 120 }} keepMounted={false}>
            <Menu.Target>
              <button type="button" className={classes["more"]} aria-label="More actions">
                …
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {!table.archived && !isRunMain && (
                <Menu.Item onClick={run.ask} disabled={run.isBusy}>
                  Run now
                </Menu.Item>
              )}
              {!table.archived && (
                <Menu.Item component={Link} href={silencesLink({ table: table.name })}>
                  Silence…
                </Menu.Item>
              )}
              <Menu.Item onClick={copyLink}>Copy link</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      <RunStatus run={run} workerAlive={facts?.workerAlive ?? true} />
    </>
  );
}
