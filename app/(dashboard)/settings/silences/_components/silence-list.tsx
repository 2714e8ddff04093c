import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { RowLink } from "#app/_ui/row-link.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { overviewLink, tableLink } from "#lib/contracts/links.ts";
import type { ShownSilence } from "../_silences/read-silences.ts";
import { KIND_SENTENCES, KIND_WORDS, sayCovers } from "../_silences/say-silence.ts";
import { EndSilence } from "./end-silence.client.tsx";
import classes from "./silence-list.module.css";

interface SilenceListProps {
  title: string;
  silences: readonly ShownSilence[];
  /** Said where there are none. */
  none: string;
  mayEnd?: boolean;
}

/** Silences with their scope, span, reason and who set them; a row opens its table, or the tables that it covers. */
export function SilenceList({ title, silences, none, mayEnd = false }: SilenceListProps) {
  return (
    <Panel title={title}>
      <PanelBody>
        {silences.length === 0 ? (
          <p className={classes["none"]}>{none}</p>
        ) : (
          <ul className={classes["list"]}>
            {silences.map((silence) => (
              <Item key={silence.id} silence={silence} mayEnd={mayEnd} />
            ))}
          </ul>
        )}
      </PanelBody>
    </Panel>
  );
}

function Item({ silence, mayEnd }: { silence: ShownSilence; mayEnd: boolean }) {
  const { id, kind, covers, by, why, from, until, endedAt, endedBy } = silence;
  return (
    <li className={classes["item"]} data-row="">
      <div className={classes["words"]}>
        <p className={classes["scope"]}>
          <Pill tone={kind === "maintenance" ? "warning" : "plain"} title={KIND_SENTENCES[kind]}>
            {KIND_WORDS[kind]}
          </Pill>{" "}
          <Scope silence={silence} />
        </p>
        <p className={classes["why"]}>
          <bdi>{why}</bdi>
        </p>
        <p className={classes["facts"]}>
          <Time at={from} /> – <Time at={until} /> · {sayCovers(covers)} · by <bdi>{by}</bdi>
          {endedAt !== null && (
            <>
              {" · ended "}
              <Time at={endedAt} />
              {endedBy !== null && (
                <>
                  {" by "}
                  <bdi>{endedBy}</bdi>
                </>
              )}
            </>
          )}
        </p>
      </div>
      {mayEnd && <EndSilence silenceId={id} what={nameOf(silence)} />}
    </li>
  );
}

function Scope({ silence: { table, tableId, tag, owner } }: { silence: ShownSilence }) {
  if (table !== null && tableId !== null) {
    return (
      <>
        table{" "}
        <RowLink href={tableLink(tableId)}>
          <bdi>{table}</bdi>
        </RowLink>
      </>
    );
  }
  const [word, params] = tag === null ? ["owner", { owner: owner ?? "" }] : ["tag", { tag }];
  return (
    <>
      {word}{" "}
      <RowLink href={overviewLink(params)}>
        <bdi>{tag ?? owner}</bdi>
      </RowLink>
    </>
  );
}

function nameOf({ table, tag, owner }: ShownSilence): string {
  return table ?? (tag === null ? `owner ${owner ?? ""}` : `tag ${tag}`);
}
