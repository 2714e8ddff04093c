"use client";

import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";

/** Copies `path`, or without one the address as it is at the click, zoom and filters included; a page with a `Permalink` gives that one. */
export function CopyLink({ path }: { path?: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button
      variant="default"
      size="compact-md"
      onClick={() => copy(path === undefined ? addressOfPage() : new URL(path, location.href).href)}
    >
      {copied ? "Copied" : "Copy link"}
    </Button>
  );
}

/** The address to share, absolute. */
export function addressOfPage(): string {
  const path = document.querySelector<HTMLElement>("[data-permalink]")?.dataset["permalink"];
  return path === undefined ? location.href : new URL(path, location.href).href;
}

/** The address that shows others the same as this page shows now, such as with the snapshot that is newest today. */
export function Permalink({ path }: { path: string }) {
  return <span hidden data-permalink={path} />;
}
