/** The pages of the top bar, for its menu and the palette. */
export const PAGES = [
  { href: "/", name: "Tables", about: "State of every table" },
  { href: "/incidents", name: "Incidents", about: "What is wrong, since when, and who sees to it" },
  { href: "/review", name: "Review", about: "The week: incidents, decisions and open actions" },
  { href: "/runs", name: "Runs", about: "Current and past runs" },
  { href: "/settings", name: "Settings", about: "Notifications, silences, catalogs, stores and tables" },
  { href: "/docs", name: "Docs", about: "What the numbers mean" },
] as const;
