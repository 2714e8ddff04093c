import { CopyValue } from "#app/_ui/copy-value.client.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { formatCount } from "#lib/units.ts";
import { Lock } from "../../key-part.tsx";
import type { Cell } from "./comparison.ts";
import classes from "./comparison.module.css";

/** Longer values are folded, and can be copied whole. */
const LONG = 96;
const START = 56;
const END = 16;

/** One value exactly as it is stored; NULL, empty text and hidden values in words. */
export function ComparisonCell({ cell, name }: { cell: Cell; name: string }) {
  switch (cell.kind) {
    case "null":
      return <span className={classes["word"]}>NULL</span>;
    case "empty":
      return <span className={classes["word"]}>empty text</span>;
    case "unknown":
      return <span className={classes["word"]}>not known</span>;
    case "masked":
      return (
        <span className={classes["hidden"]}>
          <Lock /> {cell.text}
        </span>
      );
    case "text":
      return <Text text={cell.text} at={cell.at} name={name} />;
  }
}

function Text({ text, at, name }: { text: string; at: string | undefined; name: string }) {
  if (text.length > LONG) return <LongText text={text} name={name} />;
  return (
    <>
      <bdi>{text}</bdi>
      {at !== undefined && (
        <span className={classes["at"]}>
          , <Time at={at} />
        </span>
      )}
    </>
  );
}

function LongText({ text, name }: { text: string; name: string }) {
  return (
    <>
      <details className={classes["long"]}>
        <summary>
          <bdi>
            {text.slice(0, START)}…{text.slice(-END)}
          </bdi>{" "}
          <small>{formatCount(text.length)} characters</small>
        </summary>
        <bdi>{text}</bdi>
      </details>
      <CopyValue value={text} name={name} />
    </>
  );
}
