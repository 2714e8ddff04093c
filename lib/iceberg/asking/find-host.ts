import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AppError } from "#lib/errors.ts";
import { passed, type Probed } from "#lib/iceberg/asking/probe-steps.ts";

/** The host of an address, as the system resolves it; that something answers there shows with the first request. Throws AppError catalog_unreachable. */
export async function findHost(address: string): Promise<Probed> {
  const { hostname, host } = new URL(address);
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return passed(`The address is ${host}.`);
  try {
    const found = await lookup(bare, { all: true });
    return passed(
      `${hostname} is known, as ${found
        .slice(0, 3)
        .map((one) => one.address)
        .join(", ")}.`,
    );
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
    throw new AppError(
      "catalog_unreachable",
      `No machine is known by the name ${hostname} (${code}). Check the address, and whether this machine may ask for such names.`,
      { cause },
    );
  }
}
