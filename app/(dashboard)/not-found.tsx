import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { overviewLink } from "#lib/contracts/links.ts";

/** An address under which there is no page. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Page not found"
      says="The link may be truncated or from another Bergwatch."
      link={{ href: overviewLink(), name: "All tables" }}
    />
  );
}
