import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next/types.js";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NONCE_HEADER } from "#app/_http/security-headers.ts";
import { readTimeZone } from "#app/_http/time-zone.ts";
import { QueryProvider } from "#app/_queries/query-provider.client.tsx";
import { PrintFoot } from "#app/_ui/print-foot.client.tsx";
import { ThemeProvider } from "#app/_ui/theme-provider.client.tsx";
import { ZoneProvider } from "#app/_ui/zone.client.tsx";
import "@mantine/core/styles.layer.css";
import "@mantine/dates/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "#app/_ui/tokens.css";
import "#app/_ui/page.css";

export const metadata: Metadata = { title: { template: "%s · Bergwatch", default: "Bergwatch" }, robots: "noindex, nofollow" };
export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const zone = await readTimeZone();
  const nonce = (await headers()).get(NONCE_HEADER) ?? "";
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <ThemeProvider nonce={nonce}>
          <ZoneProvider zone={zone} now={new Date().toISOString()}>
            <PrintFoot />
            <QueryProvider>{children}</QueryProvider>
          </ZoneProvider>
        </ThemeProvider>
      </body>
    </html>
  );
}
