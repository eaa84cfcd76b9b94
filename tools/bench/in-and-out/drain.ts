import { request } from "undici";

/** Downloads a URL with a key again and again and drops the bytes, until the process is stopped. */
async function main(url: string, key: string): Promise<void> {
  process.on("SIGTERM", () => process.exit(0));
  for (;;) {
    const { statusCode, body } = await request(url, { headers: { authorization: `Bearer ${key}` } });
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${await body.text()}`);
    for await (const _chunk of body);
  }
}

await main(process.argv[2] ?? "", process.argv[3] ?? "");
