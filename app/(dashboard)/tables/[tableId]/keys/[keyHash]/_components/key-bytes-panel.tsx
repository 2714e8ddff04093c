import { Panel } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import { readKeyBytes, type KeyBytes } from "#lib/causes/key-bytes/read-key-bytes.ts";
import { Lock } from "../../key-part.tsx";
import classes from "./key-bytes.module.css";

const KEYS_SHOWN = 3;
const BYTES_SHOWN = 64;

interface KeyBytesProps {
  keyBytesHex: readonly string[];
  /** The table has a column of key bytes. */
  hasColumn: boolean;
  rows: readonly Pick<SampleRow, "keyBytesHex">[];
}

/** The raw keys that the rows were sent with: hex over text, and what else the bytes could be. Nothing without a column of key bytes. */
export function KeyBytesPanel({ keyBytesHex, hasColumn, rows }: KeyBytesProps) {
  if (!hasColumn) return null;
  const [first] = keyBytesHex;
  if (first === undefined) {
    return (
      <Panel title="Key bytes">
        <p className={classes["reason"]}>NULL in {rows.length === 1 ? "this row" : "all rows"}: the records had no key.</p>
      </Panel>
    );
  }
  const more = keyBytesHex.length - KEYS_SHOWN;
  return (
    <Panel title="Key bytes" aside={sayKeys(keyBytesHex, rows)}>
      {keyBytesHex.slice(0, KEYS_SHOWN).map((hex) => (
        <OneKey key={hex} hex={hex} />
      ))}
      {more > 0 && <p className={classes["reason"]}>and {more} more; the rows have them all</p>}
    </Panel>
  );
}

function sayKeys(keyBytesHex: readonly string[], rows: KeyBytesProps["rows"]): string | undefined {
  const without = rows.filter((row) => row.keyBytesHex === null).length;
  if (without > 0)
    return `${keyBytesHex.length === 1 ? "one key" : `${keyBytesHex.length} keys`}, and NULL in ${without} of ${rows.length} rows`;
  if (keyBytesHex.length > 1) return `${keyBytesHex.length} different keys`;
  return rows.length > 1 ? "same in all rows" : undefined;
}

function OneKey({ hex }: { hex: string }) {
  const read = readKeyBytes(hex);
  if (read === null) {
    return (
      <p className={classes["reason"]}>
        <Lock /> {hex}: the table hides them.
      </p>
    );
  }
  return (
    <div className={classes["key"]}>
      <Tiles read={read} />
      <dl className={classes["decodings"]}>
        {read.decodings.map(({ name, fits, says }) => (
          <div key={name} className={fits ? classes["fits"] : undefined}>
            <dt>
              {fits ? <StateIcon state="fine" /> : <span aria-hidden="true">–</span>}
              {name}
              <span className="visually-hidden">{fits ? ", fits: " : ", does not fit: "}</span>
            </dt>
            <dd>
              <bdi>{says}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Tiles({ read: { bytes, length, text } }: { read: KeyBytes }) {
  const more = length - BYTES_SHOWN;
  return (
    <>
      <p className={classes["length"]}>{length === 1 ? "1 byte" : `${length} bytes`}</p>
      <p className={classes["tiles"]} role="img" aria-label={`In hex: ${bytes.map(({ hex }) => hex).join(" ")}`}>
        {bytes.slice(0, BYTES_SHOWN).map(({ hex, character }, place) => (
          <span key={place}>
            <b>{hex}</b>
            {text !== null && <i>{character === null ? "\u00a0" : character === " " ? "␣" : character}</i>}
          </span>
        ))}
      </p>
      {more > 0 && <p className={classes["length"]}>and {more} more</p>}
    </>
  );
}
