import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { overviewLink } from "#lib/contracts/links.ts";

/** An address that cannot be a key's. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Key not found"
      says="The link is truncated, or not the address of a key."
      link={{ href: overviewLink(), name: "All tables" }}
    />
  );
}
