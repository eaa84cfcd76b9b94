import { BlockList, isIP } from "node:net";

/**
 * Networks that a request on a caller's behalf never goes to: this host, private and link-local ones (cloud
 * metadata among them), and every range that stands for an IPv4 address in another spelling. IPv4 addresses
 * mapped into IPv6 (`::ffff:a.b.c.d`) are checked as the IPv4 addresses they are.
 *
 * Source: IANA special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its updates).
 */
const BLOCKED = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/96",
  "::ffff:0:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/32",
  "2001:2::/48",
  "2001:10::/28",
  "2001:20::/28",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

/** The networks that requests on a caller's behalf may reach. */
export interface Networks {
  /** Whether any network is allowed, so that http URLs can exist. */
  readonly allowsHttp: boolean;
  /** Whether to connect to an IP address: allowed ones by http and https, other public ones by https only. */
  readonly mayReach: (address: string, protocol: string) => boolean;
}

/** `allowed` are CIDRs that may be reached even though they are private. */
export function createNetworks(allowed: readonly string[]): Networks {
  const isBlocked = matcher(BLOCKED);
  const isAllowed = matcher(allowed);
  return {
    allowsHttp: allowed.length > 0,
    mayReach: (address, protocol) => isAllowed(address) || (protocol === "https:" && !isBlocked(address)),
  };
}

function matcher(cidrs: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = "", bits] = cidr.split("/");
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return (address) => {
    const [unscoped = address] = address.split("%"); // fe80::1%eth0
    return list.check(unscoped, familyOf(unscoped));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
