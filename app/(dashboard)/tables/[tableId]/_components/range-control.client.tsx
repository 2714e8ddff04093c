"use client";

import { Button, Popover } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { parseRange, RANGES, resolveRange, writeSpan } from "#lib/contracts/series-range.ts";
import { useBoardView } from "./board-view.client.tsx";
import classes from "./range-control.module.css";

/** Which stretch of time the charts show, and by which clock. `now` is the table's own; `usual` holds where nothing is chosen. */
export function RangeControl({ now, usual }: { now: string; usual: string }) {
  const { range = usual, by, change, addressOf } = useBoardView();
  const isNamed = RANGES.some(({ name }) => name === range);
  return (
    <>
      <nav className={classes["segments"]} aria-label="Time range">
        {RANGES.map(({ name, label }) => (
          <a
            key={name}
            href={addressOf({ range: name })}
            aria-current={name === range ? "true" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              change({ range: name });
            }}
          >
            {label}
          </a>
        ))}
        <Custom range={range} now={now} isChosen={!isNamed} change={(span) => change({ range: span })} />
      </nav>
      <select
        className={classes["by"]}
        aria-label="Time axis"
        value={by}
        onChange={(event) => change({ by: event.currentTarget.value === "run" ? "run" : undefined })}
      >
        <option value="commit">Commit time</option>
        <option value="run">Run time</option>
      </select>
    </>
  );
}

interface CustomProps {
  range: string;
  now: string;
  isChosen: boolean;
  change: (span: string) => void;
}

function Custom({ range, now, isChosen, change }: CustomProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const shown = resolveRange(parseRange(range) ?? { kind: "last", seconds: 14 * 86_400 }, {
    now: new Date(now),
    earliest: null,
    latest: null,
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = [readLocal(form.get("from")), readLocal(form.get("to"))];
    if (from === null || to === null || to <= from) {
      setFault("Give a beginning and a later end.");
      return;
    }
    setFault(null);
    setIsOpen(false);
    change(writeSpan(from, to));
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <button type="button" aria-current={isChosen ? "true" : undefined} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Custom
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes["custom"]} onSubmit={submit}>
          <label>
            From
            <input type="datetime-local" name="from" defaultValue={writeLocal(shown.from)} required />
          </label>
          <label>
            To
            <input type="datetime-local" name="to" defaultValue={writeLocal(shown.to)} required />
          </label>
          {fault !== null && <p role="alert">{fault}</p>}
          <Button type="submit" size="compact-md">
            Show
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** As an input of that kind writes it, in the browser's own zone. */
function writeLocal(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function readLocal(value: FormDataEntryValue | null): Date | null {
  const at = typeof value === "string" ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}
