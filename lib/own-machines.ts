import { BlockList, isIP } from "node:net";

/** Where clouds hand their machines' credentials to whoever asks from that machine, beside the link's own addresses. */
const METADATA_NAMES = new Set(["metadata.google.internal", "metadata.goog", "metadata", "instance-data", "instance-data.ec2.internal"]);
const METADATA = new BlockList();
METADATA.addSubnet("169.254.0.0", 16, "ipv4");
METADATA.addAddress("100.100.100.200", "ipv4");
METADATA.addAddress("168.63.129.16", "ipv4");
METADATA.addSubnet("fe80::", 10, "ipv6");
METADATA.addAddress("fd00:ec2::254", "ipv6");
METADATA.addAddress("fd20:ce::254", "ipv6");
// The link's own addresses as a NAT64 writes them.
METADATA.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");

/** Whether an address serves one link alone, or is where a cloud hands out its machines' credentials; also within IPv6. Pure. */
export function isMetadataAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(bare);
  // A block list looks through IPv4 within IPv6 by itself.
  return family !== 0 && METADATA.check(bare, family === 4 ? "ipv4" : "ipv6");
}

/** The same of a host as URLs write it; names are not resolved. Pure. */
export function isMetadataHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return METADATA_NAMES.has(host) || isMetadataAddress(host);
}
