import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import classes from "./breadcrumbs.module.css";

/** Where this page is: links to what is above it, its own name last, and on the right what belongs to the whole page. */
export function Breadcrumbs({
  above,
  here,
  children,
}: {
  above: readonly { href: string; name: string }[];
  here: string;
  children?: ReactNode;
}) {
  return (
    <div className={classes["line"]}>
      <nav aria-label="Breadcrumbs" className={classes["crumbs"]}>
        {above.map(({ href, name }) => (
          <Fragment key={href}>
            <Link href={href}>{name}</Link>
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
              <path d="m6 4 4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </Fragment>
        ))}
        <span aria-current="page">{here}</span>
      </nav>
      {children !== undefined && <div className={classes["tools"]}>{children}</div>}
    </div>
  );
}
