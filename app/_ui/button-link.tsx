import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./button-link.module.css";

interface ButtonLinkProps {
  href: string;
  /** The main one of its page. */
  main?: boolean;
  /** Saves the target as a file with this name instead of opening a page. */
  download?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ href, main = false, download, children }: ButtonLinkProps) {
  if (download !== undefined) {
    return (
      <a className={classes["button"]} href={href} download={download}>
        {children}
      </a>
    );
  }
  return (
    <Link className={`${classes["button"]} ${main ? classes["main"] : ""}`} href={href}>
      {children}
    </Link>
  );
}
