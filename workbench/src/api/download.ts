import type { components } from "@assay/sdk/schema.ts";
import { pathOf } from "./content-path.ts";
import { isStoreUntried, reachesStore, tryStore } from "./store-reach.ts";

const AGAIN_MS = 1_500;

type Link = components["schemas"]["DownloadLink"];
type Building = components["schemas"]["DownloadBuilding"];

/**
 * Downloads a file; the browser streams it to disk under the name that the service gives it. `ask` requests the link,
 * again after a while if the file is still being built; `redirect` is whether the link may lead to the object store.
 * Throws what `ask` throws.
 */
export async function download(
  ask: (query: { readonly redirect: boolean }) => Promise<{ readonly data: Link | Building }>,
): Promise<void> {
  const { data } = await ask({ redirect: reachesStore() });
  if ("status" in data) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return download(ask);
  }
  const path = pathOf(data.url);
  if (isStoreUntried()) {
    await tryStore(path); // a failed download cannot be told from one that goes on
    if (!reachesStore()) return download(ask);
  }
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
