import { expect, test } from "vitest";
import { isOwnHost, securityHeaders } from "./security-headers.ts";

const PUBLIC = "https://watch.example.org";

test.each(["localhost:3000", "127.0.0.1:3000", "10.1.2.3", "[::1]:3000", "watch.example.org", "Watch.Example.org:443"])(
  "%s is this server's own address",
  (host) => {
    expect(isOwnHost(host, PUBLIC)).toBe(true);
  },
);

test.each([null, "", "evil.example.org", "watch.example.org.evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "a b"])(
  "%s is no address of this server: a foreign page could have pointed it here",
  (host) => {
    expect(isOwnHost(host, PUBLIC)).toBe(false);
  },
);

test("scripts run with the nonce alone, and browsers are told to stay with https only where it is", () => {
  const headers = securityHeaders({ nonce: "abc", secure: false });
  expect(headers["Content-Security-Policy"]).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  expect(headers).not.toHaveProperty("Strict-Transport-Security");
  expect(securityHeaders({ nonce: "abc", secure: true })).toHaveProperty("Strict-Transport-Security");
});
