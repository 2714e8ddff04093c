"use client";

import { Button } from "@mantine/core";
import { useEffect } from "react";

/** Puts the week at the foot of each printed page: the page's own style sheet is static and does not know it. `text` holds no quotes. */
export function PrintFoot({ text }: { text: string }) {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { @bottom-left { content: "${text.replaceAll(/["\\\n]/g, "")}"; } }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [text]);
  return null;
}

export function PrintButton() {
  return (
    <Button variant="default" size="compact-md" onClick={() => print()}>
      Print
    </Button>
  );
}
