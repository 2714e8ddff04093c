"use client";

import { Button, CopyButton } from "@mantine/core";

/** Copies a snippet. */
export function CopyText({ text }: { text: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant="subtle" size="compact-sm" onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
      )}
    </CopyButton>
  );
}
