import type { Deps } from "@assay/server/src/deps.ts";
import { freePort } from "@assay/server/test/free-port.ts";
import { startService } from "@assay/server/test/service.ts";

/** A service at `origin` with the last build of the workbench; its clock is `now`, and its files are in `stored`. */
export async function serve(now: () => Date = () => new Date(), stored: Pick<Partial<Deps>, "blobs"> = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = await startService({ baseUrl: origin, now, ...stored });
  await service.app.listen({ port, host: "127.0.0.1" });
  return { origin, service };
}
