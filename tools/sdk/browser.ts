import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../../workbench/test/chromium.ts";
import type { OwnService } from "../tour/own-service.ts";

const PAGE =
  '<!doctype html><script type="importmap">{"imports":{"@assay/sdk":"/dist/index.js"}}</script><title>SDK</title>';

/** Runs smoke.js in a page of Chromium that loads the package's modules from `dist`, unbundled; returns what it tried. */
export async function smokeInBrowser(
  dist: string,
  { baseUrl, key }: OwnService,
  batch: string,
): Promise<readonly string[]> {
  const server = createServer((incoming, response) => {
    void answer(incoming, response, dist, baseUrl).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${port}`;
    await page.goto(`${origin}/page`);
    return await page.evaluate(
      async ([script = "", ...service]) => {
        const { smoke } = await import(script);
        return smoke(...service);
      },
      ["/smoke.js", origin, key, batch],
    );
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** The page, the modules, and the service behind the same origin, as behind a reverse proxy. */
async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  dist: string,
  service: string,
): Promise<void> {
  const { url = "", method, headers } = incoming;
  if (url === "/page") response.setHeader("content-type", "text/html").end(PAGE);
  else if (url === "/smoke.js" || url.startsWith("/dist/")) {
    const [folder, name] =
      url === "/smoke.js" ? [import.meta.dirname, url] : [dist, url.slice("/dist".length)];
    response.setHeader("content-type", "text/javascript").end(await readFile(join(folder, name)));
  } else {
    const onward = request(new URL(url, service), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  }
}
