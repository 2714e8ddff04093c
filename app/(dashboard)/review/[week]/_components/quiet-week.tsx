import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { ReviewView } from "#lib/contracts/review.ts";
import { formatCount } from "#lib/units.ts";

/** Nothing is on the agenda: what was looked at all the same. */
export function QuietWeek({ review: { tables, numbers } }: { review: ReviewView }) {
  if (tables.all === 0) {
    return (
      <Face icon={<StateIcon state="unknown" />} title="No table was watched">
        <p>A review tells of the tables that the configuration names; as soon as one is watched it stands here.</p>
      </Face>
    );
  }
  const { done, kept } = numbers.runs;
  const read = kept ? `, by ${formatCount(done)} ${done === 1 ? "run" : "runs"} that were due` : "";
  return (
    <Face icon={<StateIcon state="ok" />} title="A quiet week: nothing is on the agenda">
      <p>
        {tables.all === 1 ? "One table was" : `${formatCount(tables.all)} tables were`} checked for duplicates, deletes that pile up and
        late data{read}. No incident stands, no table is beyond a limit, and each has a result that can be trusted.
      </p>
    </Face>
  );
}
