import { StateIcon } from "#app/_ui/state-icon.tsx";
import { VERDICT_WORDS, type VerdictState } from "#lib/contracts/verdict.ts";
import { formatCount } from "#lib/units.ts";

/** The head of a group: its state and how many tables are in it. */
export function GroupHead({ state, tables }: { state: VerdictState; tables: number }) {
  return (
    <th scope="colgroup" colSpan={7}>
      <span>
        <StateIcon state={state} /> <b>{VERDICT_WORDS[state]}</b> {formatCount(tables)}
      </span>
    </th>
  );
}
