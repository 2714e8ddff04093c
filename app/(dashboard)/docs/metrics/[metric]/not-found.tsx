import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { docsLink } from "#lib/contracts/links.ts";

/** An address that names no metric. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Metric not found"
      says="Unknown name: misspelled, or from another version."
      link={{ href: docsLink(), name: "All metrics" }}
    />
  );
}
