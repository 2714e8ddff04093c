"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Reads the page's numbers again every so often, in place, while somebody can see it. */
export function Refresh({ everySeconds }: { everySeconds: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, everySeconds * 1000);
    return () => clearInterval(timer);
  }, [router, everySeconds]);
  return null;
}
