import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { ReviewView } from "#lib/contracts/review.ts";
import { formatCount } from "#lib/units.ts";

/** The agenda is empty: what was checked. */
export function QuietWeek({ review: { tables, numbers } }: { review: ReviewView }) {
  if (tables.all === 0) {
    return (
      <Face icon={<StateIcon state="unknown" />} title="No tables yet">
        <p>The review covers the tables that Bergwatch watches. Add one to see it here.</p>
      </Face>
    );
  }
  const { done, kept } = numbers.runs;
  const read = kept ? ` in ${formatCount(done)} scheduled ${done === 1 ? "run" : "runs"}` : "";
  return (
    <Face icon={<StateIcon state="ok" />} title="A quiet week: the agenda is empty">
      <p>
        {tables.all === 1 ? "1 table was" : `${formatCount(tables.all)} tables were`} checked for duplicates, delete backlogs and late data
        {read}. No incidents are open, no table is over a limit, and every table has a trusted result.
      </p>
    </Face>
  );
}
