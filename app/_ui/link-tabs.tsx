import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./link-tabs.module.css";

interface LinkTab {
  id: string;
  href: string;
  chosen: boolean;
  says: ReactNode;
}

/** Views of one thing beside each other, each with its own address; on a phone they scroll sideways. Nothing where there is no other. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  if (tabs.length < 2) return null;
  return (
    <nav className={classes["tabs"]} aria-label={label}>
      {tabs.map(({ id, href, chosen, says }) => (
        <Link key={id} href={href} aria-current={chosen ? "true" : undefined} prefetch={false}>
          {says}
        </Link>
      ))}
    </nav>
  );
}
