import { NotFoundFace } from "#app/_ui/not-found-face.tsx";
import { runsLink } from "#lib/contracts/links.ts";

/** An address that names no run that is kept. */
export default function NotFound() {
  return (
    <NotFoundFace
      title="Run not found"
      says="It may have expired or belong to another Bergwatch. The results stay with its table for longer."
      link={{ href: runsLink(), name: "All runs" }}
    />
  );
}
