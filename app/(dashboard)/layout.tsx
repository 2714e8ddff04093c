import Link from "next/link";
import { Suspense, type ReactNode } from "react";
import { NavLink } from "#app/_ui/nav-link.client.tsx";
import { RowClicks } from "#app/_ui/row-clicks.client.tsx";
import { ZoneNote } from "#app/_ui/zone.client.tsx";
import { FrameTools } from "./_components/frame-tools.client.tsx";
import { OpenIncidents } from "./_components/open-incidents.tsx";
import classes from "./layout.module.css";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={classes["skip"]} href="#content">
        Skip to the content
      </a>
      <header className={classes["top"]}>
        <Link className={classes["brand"]} href="/">
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M5.6 8.2 9.8 2l4.6 6.2z" fill="var(--text)" />
            <path d="M1.8 10.6h16.4l-3.7 5.2L9.6 18.2 5 15.4z" fill="var(--accent)" />
          </svg>
          Bergwatch
        </Link>
        <nav className={classes["nav"]} aria-label="Main">
          <NavLink href="/" below={["/tables"]}>
            Tables
          </NavLink>
          <NavLink href="/incidents">
            Incidents
            <Suspense>
              <OpenIncidents />
            </Suspense>
          </NavLink>
          <NavLink href="/review">Review</NavLink>
          <NavLink href="/runs">Runs</NavLink>
          <NavLink href="/settings" below={["/settings", "/catalogs"]}>
            Settings
          </NavLink>
          <NavLink href="/docs">Docs</NavLink>
        </nav>
        <FrameTools />
      </header>
      <main className={classes["page"]} id="content" tabIndex={-1}>
        {children}
      </main>
      <RowClicks />
      <footer className={classes["foot"]}>
        <ZoneNote />
      </footer>
    </>
  );
}
