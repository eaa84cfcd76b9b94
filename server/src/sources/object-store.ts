import type { ObjectStore } from "../buckets/bucket.ts";
import { openRemote } from "../buckets/open-stores.ts";
import type { Deps } from "../deps.ts";
import type { SourceRow } from "./store.ts";

/** Opens the store of a source by its kind. */
export async function openStore(deps: Deps, source: SourceRow): Promise<ObjectStore> {
  switch (source.kind) {
    case "s3":
    case "huggingface":
      return openRemote(deps, source);
    case "folder": {
      const { openFolder } = await import("./folder.ts");
      return openFolder(deps.config.sourceFolders, source);
    }
    case "http_manifest": {
      const { openManifest } = await import("./manifest.ts");
      return openManifest(deps, source);
    }
  }
}
