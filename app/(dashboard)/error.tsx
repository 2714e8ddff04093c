"use client";

import { Button } from "@mantine/core";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";

/** What nobody foresaw: the server's log has the reason under the digest. */
export default function ErrorFace({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title="This page could not be made">
      <p>The log has the reason{error.digest === undefined ? "" : ` (${error.digest})`}. Bergwatch keeps watching your tables.</p>
      <Button mt={12} variant="default" onClick={reset}>
        Try again
      </Button>
    </Face>
  );
}
