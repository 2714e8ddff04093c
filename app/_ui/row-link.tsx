import Link from "next/link";
import type { ReactNode } from "react";

interface RowLinkProps {
  href: string;
  title?: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * What a row of a list opens: its only tab stop, found by the arrow keys, and followed by a click anywhere in the row (`RowClicks`). Other links
 * and buttons of the row keep their own click.
 */
export function RowLink({ href, children, ...rest }: RowLinkProps) {
  return (
    <Link href={href} prefetch={false} data-row-link="" {...rest}>
      {children}
    </Link>
  );
}
