import { expect, test } from "vitest";
import { networkOf } from "./allowance.ts";

test.each([
  ["an IPv4 address", "192.0.2.7", "192.0.2.7"],
  ["one as a proxy with ports passes it on", "192.0.2.7:51234", "192.0.2.7"],
  ["one in IPv6", "::ffff:192.0.2.7", "192.0.2.7"],
  ["an IPv6 address", "2001:db8::1", "2001:db8:0:0"],
  ["an IPv6 address with its port", "[2001:db8::1]:51234", "2001:db8:0:0"],
  ["its neighbour", "2001:DB8:0:0:ffff::2", "2001:db8:0:0"],
  ["no address", undefined, ""],
  ["a text that is none", "unknown", ""],
  ["a text too long for an index", "a".repeat(10_000), ""],
])("the network of %s", (_what, ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
