import { LinkTabs } from "#app/_ui/link-tabs.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { VERDICT_WORDS, type VerdictState } from "#lib/contracts/verdict.ts";

/** The keys of a table that has several, each with how it stands where that is known; nothing for one key. */
export function KeySwitcher({
  keys,
  chosen,
  link,
}: {
  keys: readonly { name: string; promise: string; state?: VerdictState }[];
  /** The name of one. */
  chosen: string;
  link: (name: string) => string;
}) {
  const tabs = keys.map(({ name, promise, state }) => ({
    id: name,
    href: link(name),
    chosen: name === chosen,
    says: (
      <>
        {state !== undefined && <StateIcon state={state} />}
        <bdi>{name}</bdi>
        {state !== undefined && <span className="visually-hidden">: {VERDICT_WORDS[state].toLowerCase()}</span>}
        {promise === "none" && <small>not promised unique</small>}
      </>
    ),
  }));
  return <LinkTabs label="Keys of this table" tabs={tabs} />;
}
