import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { incidentsLink } from "#lib/contracts/links.ts";

/** An address that names no incident. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Incident not found"
      says="The link may be truncated or from another Bergwatch."
      link={{ href: incidentsLink(), name: "All incidents" }}
    />
  );
}
