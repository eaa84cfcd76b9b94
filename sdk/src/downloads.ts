import { type QueryOf, Resource } from "./http.ts";
import type { RequestOptions } from "./transport.ts";

export interface DownloadOptions
  extends Pick<RequestOptions, "signal">,
    Omit<QueryOf<"downloadBatch">, "redirect"> {
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}

/** How to save a version of a dataset. */
export interface VersionDownloadOptions
  extends Pick<DownloadOptions, "signal" | "onProgress">,
    Omit<QueryOf<"downloadDatasetVersion">, "redirect"> {}

/** How much of a file is there. */
export interface DownloadProgress {
  readonly received_bytes: number;
  readonly size_bytes: number;
}

/** A file that was saved. */
export interface Downloaded {
  readonly path: string;
  readonly size_bytes: number;
  /** In hexadecimal; compared with the digest that the service states. */
  readonly sha256: string;
}

/** `client.downloads` */
export class Downloads extends Resource {
  /**
   * Saves a file: the dataset of the certified batch `batch_…` (with `format`, `bundle`, `include` and `revision` as in
   * `exports.downloadBatch`), the export `exp_…` or the file `file_…`. Without `path` it goes to the current folder, with the service's name. Waits while a dataset is being built. The file has its name once it is
   * complete and has the digest that the service states; until then its bytes are in a file beside it, from whose end this call and later
   * ones continue. For Node, Deno and Bun. Throws DigestError, ApiError, and the system's error if the file cannot be written.
   */
  async toFile(id: string, path?: string, options: DownloadOptions = {}): Promise<Downloaded> {
    const { saveFile } = await import("./save-file.ts");
    const { signal, onProgress, ...query } = options;
    return saveFile(this.http, { path: pathOf(id), params: { id }, query, signal }, path, onProgress);
  }

  /**
   * Saves version `version` of the dataset `ds_…`, with `format`, `bundle`, `include`, `split` and `since` as in
   * `datasets.downloadVersion`; otherwise like `toFile`.
   */
  async versionToFile(
    id: string,
    version: number | string,
    path?: string,
    options: VersionDownloadOptions = {},
  ): Promise<Downloaded> {
    const { saveFile } = await import("./save-file.ts");
    const { signal, onProgress, ...query } = options;
    const params = { id, version: String(version) };
    return saveFile(this.http, { path: VERSION_PATH, params, query, signal }, path, onProgress);
  }
}

const VERSION_PATH = "/v1/datasets/{id}/versions/{version}/download";
const PATHS: Readonly<Record<string, string>> = {
  batch: "/v1/batches/{id}/download",
  exp: "/v1/exports/{id}/download",
  file: "/v1/files/{id}/content",
};

function pathOf(id: string): string {
  const path = PATHS[id.split("_")[0] ?? ""];
  if (path === undefined) throw new TypeError(`${id} is no id of a batch, an export or a file`);
  return path;
}
