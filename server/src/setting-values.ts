import { BlockList, isIP } from "node:net";
import { isAbsolute, normalize } from "node:path";
import { mayBeApiKey } from "./platform/auth/keys.ts";
import { parseMasterKeys } from "./platform/auth/secrets.ts";

// Parsers of the values of settings: each returns the value, or throws what is allowed.

/** Undefined for an empty text. */
export function optional<T>(parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === "" ? undefined : parse(text));
}

/** A TCP port; 0 for any free one. */
export function portNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new Error("must be a port from 0 to 65535");
  return value;
}

/** One of `names`. */
export function oneOf<const T extends string>(...names: readonly T[]): (text: string) => T {
  return (text) => {
    const name = names.find((candidate) => candidate === text);
    if (name === undefined) throw new Error(`must be one of ${names.join(", ")}`);
    return name;
  };
}

/** A URL with one of `protocols`, without slashes at its end. */
export function url(...protocols: readonly string[]): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`must be a URL that starts with ${protocols.join(" or ")}`);
    }
    return text.replace(/\/+$/, "");
  };
}

/** A page or an API. */
export const webUrl = url("http:", "https:");
/** A PostgreSQL or a pooler in front of one. */
export const databaseUrl = url("postgres:", "postgresql:");

/** `bytes` bytes in hexadecimal. */
export function hexOf(bytes: number): (text: string) => string {
  return (text) => {
    if (!/^[0-9a-f]*$/.test(text) || text.length !== 2 * bytes)
      throw new Error(`must be ${bytes} bytes in lowercase hexadecimal`);
    return text;
  };
}

/** Networks such as 10.0.0.0/8, separated by commas. */
export function cidrs(text: string): readonly string[] {
  const list = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  for (const cidr of list) {
    const [address = "", bits = ""] = cidr.split("/");
    const family = isIP(address);
    if (family === 0 || !/^\d+$/.test(bits))
      throw new Error("must be CIDRs such as 10.0.0.0/8, separated by commas");
    new BlockList().addSubnet(address, Number(bits), family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/** Absolute paths, separated by commas. */
export function folders(text: string): readonly string[] {
  const list = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (!list.every(isAbsolute)) throw new Error("must be absolute paths, separated by commas");
  return list.map(normalize);
}

/** Numbers of seconds, separated by commas. */
export function seconds(text: string): readonly number[] {
  const list = text.split(",").map(Number);
  if (!list.every((value) => Number.isFinite(value) && value >= 0))
    throw new Error("must be numbers of seconds, separated by commas");
  return list;
}

/** A whole number within these bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  };
}

/** Milliseconds of a number of seconds; 0 for no limit. */
export function timeLimit(text: string): number {
  return wholeNumber(0, 86_400)(text) * 1_000;
}

/** Keys of 32 bytes in base64, separated by commas. */
export function masterKeys(text: string): string {
  if (parseMasterKeys(text) !== undefined) return text;
  throw new Error("must be 32 bytes in base64, or several such keys separated by commas, the newest first");
}

/** A key of the API that somebody else made up. */
export function apiKey(text: string): string {
  if (!/^[A-Za-z0-9_-]{32,}$/.test(text))
    throw new Error("must have at least 32 characters of A-Z a-z 0-9 _ -");
  if (!mayBeApiKey(text))
    throw new Error("must have at most 200 characters, and not begin with assay_ unless Assay made it");
  return text;
}
