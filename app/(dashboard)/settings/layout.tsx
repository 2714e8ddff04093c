import type { ReactNode } from "react";
import { NavLink } from "#app/_ui/nav-link.client.tsx";
import { silencesLink, sourcesLink, tableSettingsLink } from "#lib/contracts/links.ts";
import classes from "./layout.module.css";

/** The pages of the settings, each with its own address. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <nav className={classes["tabs"]} aria-label="Settings">
        <NavLink href="/settings/notifications">Notifications</NavLink>
        <NavLink href={silencesLink()}>Silences</NavLink>
        <NavLink href={sourcesLink()}>Sources</NavLink>
        <NavLink href={tableSettingsLink()}>Tables</NavLink>
      </nav>
      {children}
    </>
  );
}
