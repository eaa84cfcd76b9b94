import type { Listed } from "../buckets/bucket.ts";
import type { Outbound } from "../platform/network/outbound.ts";

/** Servers answer within this time. */
const ANSWER_MS = 15_000;
/** With the URL it is a key of an index, whose rows are short. */
const ETAG_CHARACTERS = 500;

/**
 * What the server tells of the file behind a URL: its ETag, or the time of its change and its size. Both are empty if the
 * server tells nothing, or has no such file. Asks for one byte, because signed URLs refuse HEAD.
 */
export async function probe(
  outbound: Pick<Outbound, "get">,
  url: string,
): Promise<Pick<Listed, "etag" | "size_bytes">> {
  const answer = await outbound
    .get(url, AbortSignal.timeout(ANSWER_MS), { range: "bytes=0-0" })
    .catch(() => undefined); // fetching it says why
  if (answer === undefined) return UNKNOWN;
  const { status, headers, body } = answer;
  body.on("error", () => undefined);
  if (status === 206) body.resume();
  else body.destroy();
  if (status !== 200 && status !== 206) return UNKNOWN;
  const size =
    status === 206 ? /\/(\d+)$/.exec(textOf(headers["content-range"]))?.[1] : headers["content-length"];
  const size_bytes = toSize(textOf(size));
  return { etag: etagOf(headers, size_bytes), size_bytes };
}

type Headers = Awaited<ReturnType<Outbound["get"]>>["headers"];

const UNKNOWN = { etag: "", size_bytes: 0 };

function etagOf(headers: Headers, size_bytes: number): string {
  const etag = textOf(headers.etag);
  if (etag !== "" && etag.length <= ETAG_CHARACTERS) return etag;
  const changed = Date.parse(textOf(headers["last-modified"]));
  const parts = [Number.isNaN(changed) ? [] : changed, size_bytes === 0 ? [] : size_bytes].flat();
  return parts.join("-");
}

function toSize(text: string): number {
  const size = Number(text);
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}

function textOf(header: string | string[] | undefined): string {
  return [header].flat()[0] ?? "";
}
