import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build, preview } from "vite";

const WORKBENCH = join(import.meta.dirname, "..");
const PAGES = join(import.meta.dirname, "pages");

/** A server of pages on the loopback interface. */
export interface Pages {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * Builds each HTML page of `test/pages` like the workbench into `folder`, and serves it. The pages are for tests
 * only.
 */
export async function servePages(folder: string): Promise<Pages> {
  const config = {
    configFile: join(WORKBENCH, "vite.config.ts"),
    root: PAGES,
    logLevel: "error",
  } as const;
  const names = (await readdir(PAGES)).filter((name) => name.endsWith(".html"));
  const input = names.map((name) => join(PAGES, name));
  await build({ ...config, build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input } } });
  const server = await preview({
    ...config,
    build: { outDir: folder },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const origin = server.resolvedUrls?.local[0];
  if (origin === undefined) throw new Error("the pages are served nowhere");
  return { origin, close: () => server.close() };
}
