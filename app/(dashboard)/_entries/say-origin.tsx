import { Time } from "#app/_ui/time.client.tsx";
import type { EntryOrigin } from "#lib/contracts/settings-entries.ts";

/** Where an entry comes from, in words. */
export function Origin({ origin }: { origin: EntryOrigin }) {
  switch (origin.from) {
    case "file":
      return (
        <>
          Defined in <code>{origin.file}</code>; change it there.
        </>
      );
    case "sample":
      return <>A sample table; dismiss all samples on the overview or in Settings → Tables.</>;
    case "settings":
      return (
        <>
          Entered here{origin.changedBy === null ? "" : ` by ${origin.changedBy}`}, <Time at={origin.changedAt} />
          {origin.version > 1 && `, version ${origin.version}`}.
        </>
      );
  }
}
