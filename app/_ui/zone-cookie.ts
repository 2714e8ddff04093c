/** The browser's time zone, so that the server renders times as the person reads them. */
export const ZONE_COOKIE = "bergwatch-zone";
