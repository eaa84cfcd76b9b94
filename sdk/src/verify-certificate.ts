import type { KeySet } from "./certificate-keys.ts";
import { type Bundle, type Verification, verify } from "./verify.ts";

/**
 * Checks an unpacked bundle against its certificate, offline: a folder (in Node, Deno and Bun), or files wherever they are. `keys`
 * are those of `client.certificates.listKeys()` or the text of an `assay-keys.json`, from another source than the bundle; without
 * them the bundle's own are used, which finds damage but no forgery, and a note says so.
 *
 * Throws if `keys` is not a key set.
 */
export async function verifyCertificate(
  bundle: string | Bundle,
  { keys }: { readonly keys?: string | KeySet | undefined } = {},
): Promise<Verification> {
  const options = keys === undefined ? {} : { keys: typeof keys === "string" ? keys : JSON.stringify(keys) };
  if (typeof bundle !== "string") return verify(bundle, options);
  const { openFolder } = await import("./folder.ts");
  return verify(openFolder(bundle), options);
}
