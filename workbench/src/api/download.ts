import type { components } from "@assay/sdk/schema.ts";
import { contentPath } from "./content-path.ts";

const AGAIN_MS = 1_500;

type Link = components["schemas"]["DownloadLink"];
type Building = components["schemas"]["DownloadBuilding"];

/**
 * Downloads a file; the browser streams it to disk under the name that the service gives it. `ask` requests the link,
 * again after a while if the file is still being built. Throws what `ask` throws.
 */
export async function download(ask: () => Promise<{ readonly data: Link | Building }>): Promise<void> {
  const { data } = await ask();
  if ("status" in data) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return download(ask);
  }
  const link = document.createElement("a");
  link.href = contentPath(data.url);
  link.download = "";
  link.click();
}
