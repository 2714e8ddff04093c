"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link of the top bar; it says when its page is the one shown. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const here = usePathname() === href;
  return (
    <Link href={href} aria-current={here ? "page" : undefined}>
      {children}
    </Link>
  );
}
