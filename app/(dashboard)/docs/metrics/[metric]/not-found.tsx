import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";

/** An address that names no metric. */
export default function NotFound() {
  return (
    <Face icon={<StateIcon state="unknown" />} title="There is no such metric">
      <p>The name may be another version’s, or misspelt.</p>
      <p>
        <Link href="/docs">All metrics</Link>
      </p>
    </Face>
  );
}
