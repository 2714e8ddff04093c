"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link of the top bar; it says when its page, or one below it, is the one shown. `below`: the folders of those, `href` unless given. */
export function NavLink({ href, below = [href], children }: { href: string; below?: readonly string[]; children: ReactNode }) {
  const path = usePathname();
  const isHere = path === href;
  return (
    <Link href={href} aria-current={isHere ? "page" : below.some((folder) => path.startsWith(`${folder}/`)) ? "true" : undefined}>
      {children}
    </Link>
  );
}
