import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { sourcesLink } from "#lib/contracts/links.ts";
import { SOURCES_NAME } from "../_entries/sources-name.ts";

/** An address that names no catalog which Bergwatch knows. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such catalog here">
      <p>The address names no catalog that is connected; it may have been removed or renamed.</p>
      <p>
        <Link href={sourcesLink()}>{SOURCES_NAME}</Link>
      </p>
    </Face>
  );
}
