"use client";

import { useEffect } from "react";

/** Prints the title of the page at the foot of each sheet. A static style sheet does not know it, and a page can change its title at any time. */
export function PrintFoot() {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const write = (): void => {
      const title = document.title.replaceAll(/["\\\n\r]/g, "");
      sheet.replaceSync(`@page { @bottom-left { content: "${title}"; } }`);
    };
    write();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const observer = new MutationObserver(write);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
  return null;
}
