import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./button-link.module.css";

/** A link that looks like a button: the main one of its page when `main`. */
export function ButtonLink({ href, main = false, children }: { href: string; main?: boolean; children: ReactNode }) {
  return (
    <Link className={`${classes["button"]} ${main ? classes["main"] : ""}`} href={href}>
      {children}
    </Link>
  );
}
