import { Panel } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import { diffBytes } from "#lib/causes/key-bytes/diff-bytes.ts";
import { bytesOfHex } from "#lib/causes/key-bytes/hex.ts";
import { readSchemaHeader, sayHeader } from "#lib/causes/key-bytes/schema-header.ts";
import { sayRows } from "#lib/causes/say-values.ts";
import { capital } from "#lib/words.ts";
import { readKeyBytes, type KeyBytes } from "#lib/causes/key-bytes/read-key-bytes.ts";
import { Lock } from "../../key-part.tsx";
import classes from "./key-bytes.module.css";

const KEYS_SHOWN = 3;
const BYTES_SHOWN = 64;
const HASHED_BEYOND = 256;

interface KeyBytesProps {
  keyBytesHex: readonly string[];
  rows: readonly Pick<SampleRow, "keyBytesHex" | "evidence">[];
}

/**
 * The raw keys that the rows were sent with: hex over text, what differs from the first, whether they are the business key, and what else the bytes
 * could be. For a table that has a column of key bytes.
 */
export function KeyBytesPanel({ keyBytesHex, rows }: KeyBytesProps) {
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
        <OneKey key={hex} hex={hex} first={first} whose={sayWhose(hex, rows)} reading={findReading(hex, rows)} />
      ))}
      {more > 0 && <p className={classes["reason"]}>and {more} more, which the rows above show</p>}
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

/** Whether the bytes are the row's business key, as the reading found it: it knows a schema registry where there is one, and keys that are masked here. */
type Reading = Pick<NonNullable<SampleRow["evidence"]>, "keyReads" | "keyReadAs">;

function findReading(hex: string, rows: KeyBytesProps["rows"]): Reading | null {
  return rows.find(({ keyBytesHex, evidence }) => keyBytesHex === hex && evidence !== undefined)?.evidence ?? null;
}

function sayReading({ keyReads, keyReadAs }: Reading, hex: string): string {
  if (keyReads === null) return `Only its schema shows whether this is the business key: ${sayWhoKnows(hex)}`;
  return keyReads ? `Is the business key${keyReadAs === null ? "" : `, as ${keyReadAs}`}.` : "Is not the business key but another value.";
}

function sayWhoKnows(hex: string): string {
  const bytes = bytesOfHex(hex);
  const header = bytes === null ? null : readSchemaHeader(bytes);
  return header?.kind === "glue"
    ? `${sayHeader(header)}. AWS Glue’s registry is not asked; aws glue get-schema-version shows it.`
    : "the table has to name a schema registry that knows it.";
}

const ROWS_NAMED = 4;

/** `Row 2: `, as the page counts them. */
function sayWhose(hex: string, rows: KeyBytesProps["rows"]): string {
  const places = rows.flatMap((row, at) => (row.keyBytesHex === hex ? [at] : []));
  if (places.length === 0 || places.length === rows.length) return "";
  return places.length > ROWS_NAMED ? `${places.length} rows: ` : `${capital(sayRows(places))}: `;
}

interface OneKeyProps {
  hex: string;
  first: string;
  whose: string;
  reading: Reading | null;
}

function OneKey({ hex, first, whose, reading }: OneKeyProps) {
  const read = readKeyBytes(hex);
  if (read === null) {
    return (
      <p className={classes["reason"]}>
        <Lock /> {hex}: the table hides them.
      </p>
    );
  }
  if (read.length === 0) return <p className={classes["reason"]}>{whose}0 bytes: an empty key.</p>;
  return (
    <div className={classes["key"]}>
      <Tiles read={read} whose={whose} differs={hex === first ? null : (diffBytes(hex, first)?.one ?? null)} />
      {reading !== null && <p className={classes["verdict"]}>{sayReading(reading, hex)}</p>}
      {read.length > HASHED_BEYOND && (
        <p className={classes["length"]}>
          Longer than {HASHED_BEYOND} bytes: Confluent&apos;s Tableflow compares such keys by a hash of them.
        </p>
      )}
      <dl className={classes["decodings"]}>
        {read.decodings.map(({ name, fits, says }) => (
          <div key={name} className={fits ? classes["fits"] : undefined}>
            <dt>
              {fits ? <StateIcon state="ok" /> : <span aria-hidden="true">–</span>}
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

/** Of a further key's bytes, how many the first key has not; the tiles mark them. */
function sayDiffering(differing: number, length: number): string {
  if (differing === 0) return "all of them in the first key too";
  if (differing === length) return "none in the first key";
  return `${differing} of them not in the first key (marked)`;
}

/** `differs`: for each byte whether the first key lacks it; null: this is the first key. */
function Tiles({ read: { bytes, length, text }, whose, differs }: { read: KeyBytes; whose: string; differs: readonly boolean[] | null }) {
  const more = length - BYTES_SHOWN;
  const differing = differs?.filter(Boolean).length ?? 0;
  return (
    <>
      <p className={classes["length"]}>
        {whose}
        {length === 1 ? "1 byte" : `${length} bytes`}
        {differs !== null && `, ${sayDiffering(differing, length)}`}
      </p>
      <p className={classes["tiles"]} role="img" aria-label={`In hex: ${bytes.map(({ hex }) => hex).join(" ")}`}>
        {bytes.slice(0, BYTES_SHOWN).map(({ hex, character }, place) => (
          <span key={place} className={differs?.[place] === true ? classes["differs"] : undefined}>
            <b>{hex}</b>
            {text !== null && <i>{character === null ? "\u00a0" : character === " " ? "␣" : character}</i>}
          </span>
        ))}
      </p>
      {more > 0 && <p className={classes["length"]}>and {more} more</p>}
    </>
  );
}
