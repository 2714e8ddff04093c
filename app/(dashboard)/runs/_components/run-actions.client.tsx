"use client";

import { Button, Popover } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { cancelRun, retryRun } from "#app/_queries/runs.ts";
import { runLink } from "#lib/contracts/links.ts";
import { isUnderWay, type RunView } from "#lib/contracts/run-view.ts";
import classes from "./run-actions.module.css";

/** What a person can do with a run: cancel it while it is under way, which is asked twice; run it again when it has ended. */
export function RunActions({
  runId,
  state,
  tableName,
  small = false,
  onChanged,
}: Pick<RunView, "state" | "tableName"> & { runId: string; small?: boolean; onChanged?: () => void }) {
  const router = useRouter();
  const change = useMutation({
    mutationFn: async (what: "cancel" | "retry") => await (what === "cancel" ? cancelRun(runId) : retryRun(runId)),
    onSuccess: (changed, what) => {
      if (what === "retry") router.push(runLink(changed.runId));
      else {
        onChanged?.();
        router.refresh();
      }
    },
  });
  const size = small ? "compact-sm" : "compact-md";
  return (
    <span className={classes["actions"]}>
      {isUnderWay({ state }) ? (
        <CancelButton
          size={size}
          label={`Cancel the run of ${tableName}`}
          busy={change.isPending}
          onCancel={() => change.mutate("cancel")}
        />
      ) : (
        <Button
          variant={small ? "subtle" : "default"}
          size={size}
          className={classes["button"]}
          loading={change.isPending}
          aria-label={`Run again: ${tableName}`}
          onClick={() => change.mutate("retry")}
        >
          Run again
        </Button>
      )}
      {change.isError && (
        <span role="alert" className={classes["fault"]}>
          {change.error.message}
        </span>
      )}
    </span>
  );
}

function CancelButton({ size, label, busy, onCancel }: { size: string; label: string; busy: boolean; onCancel: () => void }) {
  const [asks, setAsks] = useState(false);
  return (
    <Popover opened={asks} onChange={setAsks} trapFocus returnFocus position="bottom-end" shadow="none" withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          size={size}
          className={classes["button"]}
          loading={busy}
          aria-label={label}
          onClick={() => setAsks(!asks)}
        >
          Cancel
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["ask"]} aria-label={`${label}?`}>
        <p>Stop this run? Its results so far are not stored.</p>
        <span className={classes["answers"]}>
          <Button
            size="compact-md"
            className={classes["button"]}
            onClick={() => {
              setAsks(false);
              onCancel();
            }}
          >
            Cancel the run
          </Button>
          <Button variant="default" size="compact-md" className={classes["button"]} onClick={() => setAsks(false)}>
            Let it go on
          </Button>
        </span>
      </Popover.Dropdown>
    </Popover>
  );
}
