import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { runsLink } from "#lib/contracts/links.ts";

/** An address that names no run that is kept. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such run here">
      <p>It may be older than runs are kept, or belong to another installation. What it found of its table is kept longer.</p>
      <p>
        <Link href={runsLink()}>All runs</Link>
      </p>
    </Face>
  );
}
