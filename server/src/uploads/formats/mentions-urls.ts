const URL_KEY = '"url"';

/**
 * Whether a JSONL file may have a line with a `url`; if not, its lines need not be parsed twice. The key
 * appears as it is, or with an escape for one of its letters.
 */
export async function mentionsUrls(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let tail = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([tail, chunk]);
    if (bytes.includes(URL_KEY) || /\\u00(?:75|72|6c)/i.test(bytes.toString("latin1"))) return true;
    tail = bytes.subarray(-URL_KEY.length);
  }
  return false;
}
