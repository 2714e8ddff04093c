import { StateIcon } from "#app/_ui/state-icon.tsx";
import { VERDICT_WORDS, type VerdictState } from "#lib/contracts/verdict.ts";
import { formatCount } from "#lib/units.ts";

const WORDS: Record<VerdictState, string> = { ...VERDICT_WORDS, wrong: "Wrong now" };

/** The head of a group: its state and how many tables are in it. */
export function GroupHead({ state, tables }: { state: VerdictState; tables: number }) {
  return (
    <th scope="colgroup" colSpan={7}>
      <span>
        <StateIcon state={state} /> <b>{WORDS[state]}</b> {formatCount(tables)}
      </span>
    </th>
  );
}
