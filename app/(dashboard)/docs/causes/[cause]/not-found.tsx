import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { causeDocsLink } from "#lib/contracts/links.ts";

/** An address that names no cause. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Cause not found"
      says="Unknown name: misspelled, or from another version."
      link={{ href: causeDocsLink(), name: "All causes" }}
    />
  );
}
