import Link from "next/link";
import { Notice, NoticeList } from "#app/_ui/notice.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { overviewLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { TableView } from "../_overview/overview-view.ts";
import { DismissSamples } from "../_samples/change-samples.client.tsx";

/** Says which tables are samples, when their data ends, and how to dismiss them; nothing where none is a sample. */
export function SamplesNotice({ all }: { all: readonly TableView[] }) {
  const samples = all.filter(({ isSample }) => isSample);
  if (samples.length === 0) return null;
  const last = Math.max(...samples.flatMap(({ keys }) => keys.flatMap(({ observedAt }) => observedAt?.getTime() ?? [])));
  const frozen = Number.isFinite(last) && (
    <>
      {" "}
      frozen at <Time at={new Date(last).toISOString()} />
    </>
  );
  return (
    <NoticeList>
      <Notice>
        {samples.length === all.length ? (
          <>You are looking at sample data{frozen}. </>
        ) : (
          <>
            The list includes <Link href={overviewLink({ origin: "sample" })}>{sayMany(samples.length)}</Link>
            {frozen}; the numbers above it count only your tables.{" "}
          </>
        )}
        <DismissSamples />
      </Notice>
    </NoticeList>
  );
}

function sayMany(count: number): string {
  return count === 1 ? "1 sample table" : `${formatCount(count)} sample tables`;
}
