import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { overviewLink } from "#lib/contracts/links.ts";

/** An address that names no table. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Table not found"
      says="Bergwatch does not watch a table with this address. The table may have been renamed, or the link is from another Bergwatch."
      link={{ href: overviewLink(), name: "All tables" }}
    />
  );
}
