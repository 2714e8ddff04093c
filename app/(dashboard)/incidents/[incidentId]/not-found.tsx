import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentsLink } from "#lib/contracts/links.ts";

/** An address that names no incident that is kept. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such incident here">
      <p>The link may be cut off, or belong to another installation.</p>
      <p>
        <Link href={incidentsLink()}>All incidents</Link>
      </p>
    </Face>
  );
}
