"use client";

import { Button, CopyButton } from "@mantine/core";
import { useEffect, useState } from "react";

/** Copies the address of a page; `path` alone while nothing else is known, with this server's public name in front of it. */
export function CopyLink({ path }: { path?: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => setAddress(path === undefined ? location.href : new URL(path, location.href).href), [path]);
  return (
    <CopyButton value={address} timeout={2000}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-md" onClick={copy}>
          {copied ? "Copied" : "Copy link"}
        </Button>
      )}
    </CopyButton>
  );
}
