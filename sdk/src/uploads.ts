import { ApiError } from "./api-error.ts";
import { isOfNoUse, keyOf, UploadError } from "./earlier-upload.ts";
import type { FolderOptions, FolderUpload } from "./folder-upload.ts";
import type { QueryOf } from "./http.ts";
import { UploadsResource } from "./resources.ts";
import type { CreateUpload, Upload } from "./schema.ts";
import { type Begun, isNotThere, mayGoStraight, putStraight } from "./straight.ts";
import { type SendOptions, type Source, sendPieces } from "./tus.ts";
import { type Patience, untilHolds } from "./until.ts";

export interface UploadOptions extends SendOptions, QueryOf<"createUpload"> {
  /** Default: the file's own name. */
  readonly filename?: string | undefined;
  readonly content_type?: string | undefined;
  readonly metadata?: CreateUpload["metadata"] | undefined;
  readonly project_id?: string | undefined;
  /** The id of an unfinished upload of the same bytes, which then continues. */
  readonly resume?: string | undefined;
}

/** `client.uploads` */
export class Uploads extends UploadsResource {
  /** Until a request to the store gets no answer; see ADR 0077. */
  #reachesStore = true;

  /**
   * Uploads a file in pieces, one of up to 64 MiB straight to the object store if the service offers that, and returns the
   * upload once it is ready to be used in batches. Reads the file twice, first for its SHA-256, which the service compares. If
   * an upload breaks off, also by the end of the process, the same call within 24 hours continues it; after it is complete, it returns the same upload. For Node, Deno and Bun.
   *
   * Throws UploadError if the service cannot process the file, and ApiError.
   */
  async fromFile(path: string, options: UploadOptions = {}): Promise<Upload> {
    const { openFile } = await import("./files.ts");
    const file = await openFile(path);
    try {
      const sha256 = await file.sha256(options.signal);
      return await this.#send(file, { ...options, filename: options.filename ?? file.name }, sha256);
    } finally {
      await file.close();
    }
  }

  /**
   * Uploads a Blob, such as a File that somebody chose in a browser, in pieces; returns the upload once it is ready. To
   * continue an upload that broke off, pass its id as `resume`. Throws UploadError and ApiError.
   */
  async fromBlob(blob: Blob, options: UploadOptions = {}): Promise<Upload> {
    const own = "name" in blob && typeof blob.name === "string" ? blob.name : "file";
    const read = async (start: number, end: number) =>
      new Uint8Array(await blob.slice(start, end).arrayBuffer());
    const source = { size: blob.size, read, blob: async () => blob };
    return this.#send(source, { ...options, filename: options.filename ?? own });
  }

  /**
   * Uploads the files of a folder and its subfolders, named by their path in it. Small files go together, up to 4 MiB in an
   * upload. A repeated call within 24 hours returns the same uploads, as `fromFile` does; with `journal`, a file that the call keeps, it leaves
   * out what was uploaded before. For Node, Deno and Bun. Throws UploadError and ApiError.
   */
  async fromFolder(path: string, options: FolderOptions = {}): Promise<FolderUpload> {
    const { uploadFolder } = await import("./folder-upload.ts");
    return uploadFolder(this, path, options);
  }

  /** Asks for an upload until it is ready, and returns it. Throws UploadError if it fails or expires, and TimeoutError. */
  async waitFor(id: string, patience: Patience = {}): Promise<Upload> {
    const isOver = ({ status }: Upload) => ["ready", "failed", "expired"].includes(status);
    const upload = await untilHolds(
      `upload ${id} to be ready`,
      { intervalMs: 100, ...patience },
      (options) => this.get(id, options),
      isOver,
    );
    if (upload.status !== "ready") throw new UploadError(upload);
    return upload;
  }

  async #send(
    source: Source,
    options: UploadOptions & { readonly filename: string },
    sha256?: string,
  ): Promise<Upload> {
    const { signal, resume } = options;
    const fresh = () => this.#begin(source, options, sha256);
    const begun = resume === undefined ? await fresh() : { id: resume, offset: 0, upload_url: null };
    if (!(await this.#sendStraight(begun, source, options)))
      await sendPieces(this.http, begun.id, source, options);
    return this.waitFor(begun.id, { signal });
  }

  /** Sends a file straight to the store of the service, if that has one which this client reaches; returns whether it is there. */
  async #sendStraight(begun: Begun, source: Source, options: UploadOptions): Promise<boolean> {
    if (!this.#reachesStore || !mayGoStraight(begun, source)) return false;
    const outcome = await putStraight(begun, source, options);
    if (outcome === "no_answer") this.#reachesStore = false;
    if (outcome !== "sent") return false;
    try {
      await this.complete(begun.id, { signal: options.signal });
      return true;
    } catch (fault) {
      if (isNotThere(fault)) return false;
      if (fault instanceof ApiError && fault.code === "locked") return true; // another request completes it
      throw fault;
    }
  }

  /** Announces a file; with its digest, a repeat within 24 hours finds the same upload. */
  async #begin(source: Source, options: UploadOptions, sha256: string | undefined): Promise<Begun> {
    const { filename, content_type, metadata, project_id, on_error = "fail", content, signal } = options;
    const given = { filename, content_type, metadata, project_id, sha256, size_bytes: source.size };
    const present = Object.entries(given).filter(([, value]) => value !== undefined);
    const body: CreateUpload = Object.fromEntries(present);
    const query = content === undefined ? { on_error } : { on_error, content };
    const create = (idempotencyKey?: string) => this.create(body, query, { signal, idempotencyKey });
    if (sha256 === undefined) return create();
    const key = await keyOf(JSON.stringify([body, ...Object.values(query)]));
    try {
      const { id, upload_url } = await create(key);
      return { ...unlessOver(await this.get(id, { signal })), upload_url }; // a repeat gets the first answer
    } catch (fault) {
      if (!isOfNoUse(fault)) throw fault;
      return create();
    }
  }
}

function unlessOver(upload: Upload): Upload {
  if (upload.status === "failed" || upload.status === "expired") throw new UploadError(upload);
  return upload;
}
