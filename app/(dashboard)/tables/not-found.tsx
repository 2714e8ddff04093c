import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { overviewLink } from "#lib/contracts/links.ts";

/** An address that names nothing which Bergwatch knows. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such table here">
      <p>The address names no table that Bergwatch watches or watched; it may belong to another installation, or the name has changed.</p>
      <p>
        <Link href={overviewLink()}>All tables</Link>
      </p>
    </Face>
  );
}
