import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { deliveriesLink } from "#lib/contracts/links.ts";

/** An address that names no message that is kept. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such message here">
      <p>The link may be cut off, or the message is no longer kept.</p>
      <p>
        <Link href={deliveriesLink()}>All messages</Link>
      </p>
    </Face>
  );
}
