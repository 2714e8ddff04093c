import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { causeDocsLink } from "#lib/contracts/links.ts";

/** An address that names no cause. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such cause">
      <p>The name may be another version’s, or misspelt.</p>
      <p>
        <Link href={causeDocsLink()}>All causes</Link>
      </p>
    </Face>
  );
}
