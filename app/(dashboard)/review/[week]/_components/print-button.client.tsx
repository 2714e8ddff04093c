"use client";

import { Button } from "@mantine/core";

export function PrintButton() {
  return (
    <Button variant="default" size="compact-md" onClick={() => print()}>
      Print
    </Button>
  );
}
