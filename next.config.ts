import type { NextConfig } from "next/types.js";

// oxlint-disable-next-line bergwatch/process-env-only-in-env -- lib/env.ts speaks to people; this is said by jobs/web-build.ts to Next alone
const build = process.env["BERGWATCH_WEB_BUILD"];

const config: NextConfig = {
  distDir: build === undefined ? ".next" : `.next/${build}`,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run types` checks them, with the whole project.
  typescript: { ignoreBuildErrors: true },
  // Without it the folder above would be taken for the project where that one has a lock file too.
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["pg", "pino", "drizzle-orm", "pg-boss", "@slack/web-api"],
  images: { unoptimized: true },
  experimental: { optimizePackageImports: ["@mantine/core", "@mantine/hooks"] },
  // Pages get theirs, with a nonce, from proxy.ts; this is for what needs none.
  headers: () => [{ source: "/_next/static/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] }],
};
export default config;
