import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { deliveriesLink } from "#lib/contracts/links.ts";

/** An address that names no message that is kept. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Message not found"
      says="The link may be truncated, or the message has expired."
      link={{ href: deliveriesLink(), name: "All messages" }}
    />
  );
}
