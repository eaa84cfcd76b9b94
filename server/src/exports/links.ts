import { ServiceError } from "@assay/domain/errors.ts";
import Type, { type Static } from "typebox";
import type { Deps } from "../deps.ts";
import { iso, Timestamp } from "../platform/http/wire.ts";

/** Long enough to start a download; a started one goes on. */
const LIFE_MS = 60_000;
const PURPOSE = "download";
const SIGNATURE = "&signature=";

export const DownloadLink = Type.Object(
  { url: Type.String({ description: "Needs no key" }), expires_at: Timestamp },
  { title: "DownloadLink" },
);
export type DownloadLink = Static<typeof DownloadLink>;

/** What a link's query holds beside the parameters of its file. */
export const Signed = Type.Object({
  account_id: Type.String({ maxLength: 50 }),
  expires: Type.String({ maxLength: 50 }),
  signature: Type.String({ maxLength: 100 }),
});

/** A URL that serves `path` with `query`, and nothing else, for a minute and without a key. */
export function downloadLink(
  { config, secrets, now }: Deps,
  path: string,
  query: { readonly account_id: string } & Readonly<Record<string, string | number | boolean>>,
): DownloadLink {
  const expires_at = iso(new Date(now().getTime() + LIFE_MS));
  const entries = Object.entries({ ...query, expires: expires_at });
  const texts = entries.map(([name, value]): [string, string] => [name, String(value)]);
  const signed = `${path}?${new URLSearchParams(texts)}`;
  return {
    url: config.baseUrl + signed + SIGNATURE + secrets.sign(PURPOSE, signed),
    expires_at,
  };
}

/** Throws `forbidden` unless `url`, from its path on, is one that `downloadLink` gave and that has not expired. */
export function assertLink({ secrets, now }: Deps, url: string, expires: string): void {
  const [signed = "", ...rest] = url.split(SIGNATURE);
  const isGenuine = secrets.isSigned(PURPOSE, signed, rest.join(SIGNATURE));
  if (isGenuine && Date.parse(expires) > now().getTime()) return;
  throw new ServiceError("forbidden", "the signature of this link is wrong, or the link has expired");
}
