import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { sourcesLink } from "#lib/contracts/links.ts";
import { SOURCES_NAME } from "../_entries/sources-name.ts";

/** An address that names no catalog. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Catalog not found"
      says="No catalog with this name is connected. Someone may have removed or renamed it."
      link={{ href: sourcesLink(), name: SOURCES_NAME }}
    />
  );
}
