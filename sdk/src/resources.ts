// Made from openapi.json by `npm run fix`; changes are lost.

import { type Http, type QueryOf, Resource } from "./http.ts";
import type { List } from "./list.ts";
import type * as Api from "./schema.ts";
import type { RequestOptions } from "./transport.ts";

type JsonOf<Id extends keyof Api.operations> = Api.operations[Id] extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** The methods of `client.certificates`. */
export class CertificatesResource extends Resource {
  /**
   * List the public keys of certificates, and revoked keys and certificates.
   *
   * `GET /.well-known/assay-keys.json`
   */
  listKeys(options?: RequestOptions): Promise<Api.CertificateKeys> {
    return this.http.json<Api.CertificateKeys>({ method: "GET", path: "/.well-known/assay-keys.json", ...options });
  }

  /**
   * Read the signed certificate of a certified batch.
   *
   * `GET /v1/batches/{id}/certificate`, scope `datasets:read`
   */
  get(id: string, query?: QueryOf<"getCertificate">, options?: RequestOptions): Promise<Api.Certificate> {
    return this.http.json<Api.Certificate>({ method: "GET", path: "/v1/batches/{id}/certificate", params: { id }, query, ...options });
  }
}

/** The methods of `client.log`. */
export class LogResource extends Resource {
  /**
   * Read the signed checkpoint of the transparency log; needs no key.
   *
   * The tiles and entries are under /log/tile, as c2sp.org/tlog-tiles describes.
   *
   * `GET /log/checkpoint`
   */
  readCheckpoint(options?: RequestOptions): Promise<string> {
    return this.http.text({ method: "GET", path: "/log/checkpoint", ...options });
  }

  /**
   * Read the public key of the transparency log; needs no key.
   *
   * `GET /log/key`
   */
  readKey(options?: RequestOptions): Promise<string> {
    return this.http.text({ method: "GET", path: "/log/key", ...options });
  }
}

/** The methods of `client.account`. */
export class AccountResource extends Resource {
  /**
   * Read the account, its plan and its limits.
   *
   * `GET /v1/account`, scope `account:read`
   */
  get(options?: RequestOptions): Promise<Api.Account> {
    return this.http.json<Api.Account>({ method: "GET", path: "/v1/account", ...options });
  }

  /**
   * Change the account's name, its owner's e-mail address or strict_annotators.
   *
   * `PATCH /v1/account`, scope `account:write`
   */
  update(body: Api.ChangeAccount, options?: RequestOptions): Promise<Api.Account> {
    return this.http.json<Api.Account>({ method: "PATCH", path: "/v1/account", json: body, ...options });
  }

  /**
   * List notifications to the account's owner.
   *
   * `GET /v1/account/notifications`, scope `account:read`
   */
  listNotifications(query?: QueryOf<"listNotifications">, options?: RequestOptions): List<Api.Notification> {
    return this.http.list<Api.Notification>({ method: "GET", path: "/v1/account/notifications", query, ...options });
  }

  /**
   * Read whether you get a daily mail with what waits for you.
   *
   * `GET /v1/digest`, scope `annotations:read`
   */
  getDigest(options?: RequestOptions): Promise<Api.Digest> {
    return this.http.json<Api.Digest>({ method: "GET", path: "/v1/digest", ...options });
  }

  /**
   * Choose whether you get a daily mail with what waits for you.
   *
   * `PUT /v1/digest`, scope `annotations:read`
   */
  updateDigest(body: Api.ChangeDigest, options?: RequestOptions): Promise<Api.Digest> {
    return this.http.json<Api.Digest>({ method: "PUT", path: "/v1/digest", json: body, ...options });
  }
}

/** The methods of `client.keys`. */
export class KeysResource extends Resource {
  /**
   * List the account's API keys.
   *
   * `GET /v1/api-keys`, scope `keys:read`
   */
  list(query?: QueryOf<"listApiKeys">, options?: RequestOptions): List<Api.ApiKey> {
    return this.http.list<Api.ApiKey>({ method: "GET", path: "/v1/api-keys", query, ...options });
  }

  /**
   * Create an API key.
   *
   * `POST /v1/api-keys`, scope `keys:write`
   */
  create(body: Api.CreateApiKey, options?: RequestOptions): Promise<Api.NewApiKey> {
    return this.http.json<Api.NewApiKey>({ method: "POST", path: "/v1/api-keys", json: body, ...options });
  }

  /**
   * Read an API key.
   *
   * `GET /v1/api-keys/{id}`, scope `keys:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.ApiKey> {
    return this.http.json<Api.ApiKey>({ method: "GET", path: "/v1/api-keys/{id}", params: { id }, ...options });
  }

  /**
   * Rename an API key, reduce its scopes or change its expiry.
   *
   * `PATCH /v1/api-keys/{id}`, scope `keys:write`
   */
  update(id: string, body: Api.ChangeApiKey, options?: RequestOptions): Promise<Api.ApiKey> {
    return this.http.json<Api.ApiKey>({ method: "PATCH", path: "/v1/api-keys/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Revoke an API key immediately and permanently.
   *
   * `DELETE /v1/api-keys/{id}`, scope `keys:write`
   */
  revoke(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/api-keys/{id}", params: { id }, ...options });
  }
}

/** The methods of `client.members`. */
export class MembersResource extends Resource {
  /**
   * List the account's members.
   *
   * `GET /v1/members`, scope `members:read`
   */
  list(query?: QueryOf<"listMembers">, options?: RequestOptions): List<Api.Member> {
    return this.http.list<Api.Member>({ method: "GET", path: "/v1/members", query, ...options });
  }

  /**
   * Add a member; invites a member with an e-mail address.
   *
   * `POST /v1/members`, scope `members:write`
   */
  create(body: Api.CreateMember, options?: RequestOptions): Promise<Api.NewMember> {
    return this.http.json<Api.NewMember>({ method: "POST", path: "/v1/members", json: body, ...options });
  }

  /**
   * Read a member.
   *
   * `GET /v1/members/{id}`, scope `members:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Member> {
    return this.http.json<Api.Member>({ method: "GET", path: "/v1/members/{id}", params: { id }, ...options });
  }

  /**
   * Change a member's name, role, projects or groups; deactivate or reactivate it.
   *
   * `PATCH /v1/members/{id}`, scope `members:write`
   */
  update(id: string, body: Api.ChangeMember, options?: RequestOptions): Promise<Api.Member> {
    return this.http.json<Api.Member>({ method: "PATCH", path: "/v1/members/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a member; their answers stay under a pseudonym.
   *
   * `DELETE /v1/members/{id}`, scope `members:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/members/{id}", params: { id }, ...options });
  }

  /**
   * Add members from a CSV file, all or none; invites those with an e-mail address.
   *
   * `POST /v1/members/import`, scope `members:write`
   */
  import(body: Api.ImportMembers, options?: RequestOptions): Promise<JsonOf<"importMembers">> {
    return this.http.json<JsonOf<"importMembers">>({ method: "POST", path: "/v1/members/import", json: body, ...options });
  }

  /**
   * Mail a member a new link: to join, or to set a new password.
   *
   * Earlier links stop working. Assay mails a link for a new password only to the member: `url` is null.
   *
   * `POST /v1/members/{id}/invite`, scope `members:write`
   */
  invite(id: string, options?: RequestOptions): Promise<Api.Invitation> {
    return this.http.json<Api.Invitation>({ method: "POST", path: "/v1/members/{id}/invite", params: { id }, ...options });
  }

  /**
   * Resume a member who is paused in a project for wrong gold answers.
   *
   * `POST /v1/members/{id}/resume`, scope `members:write`
   */
  resume(id: string, body: Api.ResumeMember, options?: RequestOptions): Promise<Api.Member> {
    return this.http.json<Api.Member>({ method: "POST", path: "/v1/members/{id}/resume", params: { id }, json: body, ...options });
  }

  /**
   * Let a member pass the training of a project, or start again.
   *
   * `POST /v1/members/{id}/qualification`, scope `members:write`
   */
  updateQualification(id: string, body: Api.ChangeQualification, options?: RequestOptions): Promise<Api.Member> {
    return this.http.json<Api.Member>({ method: "POST", path: "/v1/members/{id}/qualification", params: { id }, json: body, ...options });
  }

  /**
   * Report the answers by member, project, batch or day, as JSON or CSV.
   *
   * `GET /v1/work`, scope `members:read`
   */
  reportWork(query?: QueryOf<"reportWork">, options?: RequestOptions): Promise<Api.WorkReport> {
    return this.http.json<Api.WorkReport>({ method: "GET", path: "/v1/work", query, ...options });
  }

  /**
   * Report what the members' work in a period earned, as JSON or CSV.
   *
   * `GET /v1/pay`, scope `members:write`
   */
  reportPay(query?: QueryOf<"reportPay">, options?: RequestOptions): Promise<Api.PayReport> {
    return this.http.json<Api.PayReport>({ method: "GET", path: "/v1/pay", query, ...options });
  }

  /**
   * List what a member earns, and from which day.
   *
   * `GET /v1/members/{id}/rates`, scope `members:write`
   */
  listRates(id: string, options?: RequestOptions): Promise<Api.Rates> {
    return this.http.json<Api.Rates>({ method: "GET", path: "/v1/members/{id}/rates", params: { id }, ...options });
  }

  /**
   * Set what a member earns from a day on.
   *
   * It counts until the member's next rate begins. Earlier work keeps its rate.
   *
   * `PUT /v1/members/{id}/rates/{starts_on}`, scope `members:write`
   */
  setRate(id: string, startsOn: string, body: Api.SetRate, options?: RequestOptions): Promise<Api.Rate> {
    return this.http.json<Api.Rate>({ method: "PUT", path: "/v1/members/{id}/rates/{starts_on}", params: { id, starts_on: startsOn }, json: body, ...options });
  }

  /**
   * Delete a rate; the one before it then counts longer.
   *
   * `DELETE /v1/members/{id}/rates/{starts_on}`, scope `members:write`
   */
  deleteRate(id: string, startsOn: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/members/{id}/rates/{starts_on}", params: { id, starts_on: startsOn }, ...options });
  }
}

/** The methods of `client.projects`. */
export class ProjectsResource extends Resource {
  /**
   * Create a project.
   *
   * `POST /v1/projects`, scope `projects:write`
   */
  create(body: Api.CreateProject, options?: RequestOptions): Promise<Api.Project> {
    return this.http.json<Api.Project>({ method: "POST", path: "/v1/projects", json: body, ...options });
  }

  /**
   * List projects.
   *
   * `GET /v1/projects`, scope `projects:read`
   */
  list(query?: QueryOf<"listProjects">, options?: RequestOptions): List<Api.Project> {
    return this.http.list<Api.Project>({ method: "GET", path: "/v1/projects", query, ...options });
  }

  /**
   * Read a project.
   *
   * `GET /v1/projects/{id}`, scope `projects:read`
   */
  get(id: string, query?: QueryOf<"getProject">, options?: RequestOptions): Promise<Api.Project> {
    return this.http.json<Api.Project>({ method: "GET", path: "/v1/projects/{id}", params: { id }, query, ...options });
  }

  /**
   * Change a project.
   *
   * `PATCH /v1/projects/{id}`, scope `projects:write`
   */
  update(id: string, body: Api.ChangeProject, options?: RequestOptions): Promise<Api.Project> {
    return this.http.json<Api.Project>({ method: "PATCH", path: "/v1/projects/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a project that has no batch.
   *
   * `DELETE /v1/projects/{id}`, scope `projects:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/projects/{id}", params: { id }, ...options });
  }

  /**
   * List a project's guideline versions, newest first.
   *
   * `GET /v1/projects/{id}/versions`, scope `projects:read`
   */
  listVersions(id: string, query?: QueryOf<"listProjectVersions">, options?: RequestOptions): List<Api.ProjectVersion> {
    return this.http.list<Api.ProjectVersion>({ method: "GET", path: "/v1/projects/{id}/versions", params: { id }, query, ...options });
  }

  /**
   * List the annotation types, with the JSON Schema of their results.
   *
   * `GET /v1/annotation-types`, scope `projects:read`
   */
  listAnnotationTypes(options?: RequestOptions): Promise<JsonOf<"listAnnotationTypes">> {
    return this.http.json<JsonOf<"listAnnotationTypes">>({ method: "GET", path: "/v1/annotation-types", ...options });
  }

  /**
   * List the export formats, with the annotation types that they support.
   *
   * `GET /v1/export-formats`, scope `projects:read`
   */
  listExportFormats(options?: RequestOptions): Promise<JsonOf<"listExportFormats">> {
    return this.http.json<JsonOf<"listExportFormats">>({ method: "GET", path: "/v1/export-formats", ...options });
  }

  /**
   * List what a project's batches wait for, and who can act on it.
   *
   * `GET /v1/projects/{id}/blockers`, scope `projects:read`
   */
  listBlockers(id: string, options?: RequestOptions): Promise<JsonOf<"listBlockers">> {
    return this.http.json<JsonOf<"listBlockers">>({ method: "GET", path: "/v1/projects/{id}/blockers", params: { id }, ...options });
  }
}

/** The methods of `client.uploads`. */
export class UploadsResource extends Resource {
  /**
   * Get a file.
   *
   * `GET /v1/files/{id}`, scope `uploads:read`
   */
  getFile(id: string, options?: RequestOptions): Promise<Api.File> {
    return this.http.json<Api.File>({ method: "GET", path: "/v1/files/{id}", params: { id }, ...options });
  }

  /**
   * Get the content of a file.
   *
   * Takes a signed `content_url` (403 if the signature is wrong or has expired), or a key with `uploads:read`. Consumes no quota. Serves ranges. Redirects to the bucket of a file by reference: 410 if its object is another one by now, 409 if the bucket cannot be read.
   *
   * `GET /v1/files/{id}/content`
   */
  getFileContent(id: string, query?: QueryOf<"getFileContent">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/files/{id}/content", params: { id }, query, ...options });
  }

  /**
   * Get a thumbnail of an image.
   *
   * A WebP, upright; of an animation its first image. A smaller image is not enlarged. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota. Of a file by reference nothing is kept, and this is its content.
   *
   * `GET /v1/files/{id}/thumbnail`
   */
  getFileThumbnail(id: string, query?: QueryOf<"getFileThumbnail">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/files/{id}/thumbnail", params: { id }, query, ...options });
  }

  /**
   * Get an image upright.
   *
   * The pixels that the coordinates of labels mean, in a type that browsers show: an image that its EXIF would turn is copied without it, and a TIFF is a PNG. All other images are as uploaded. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota. Of a file by reference nothing is kept, and this is its content.
   *
   * `GET /v1/files/{id}/upright`
   */
  getFileUpright(id: string, query?: QueryOf<"getFileUpright">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/files/{id}/upright", params: { id }, query, ...options });
  }

  /**
   * Get the waveform of a recording.
   *
   * Minima and maxima of the sound of a WAV, MP3, FLAC or Ogg, in the JSON of the program audiowaveform. 202 while a job computes them; 400 for a file by reference. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota.
   *
   * `GET /v1/files/{id}/peaks`
   */
  getFilePeaks(id: string, query?: QueryOf<"getFilePeaks">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/files/{id}/peaks", params: { id }, query, ...options });
  }

  /**
   * Get a recording as plain samples.
   *
   * The sound of a WAV, MP3, FLAC or Ogg as `audio/basic`: one byte for each of 8,000 samples a second, μ-law, one channel, without a header. `Range` gets a part, so that byte n is n / 8,000 seconds from the beginning. It is for pictures of long recordings, not for listening. 202 while a job makes it; 400 for a file by reference. Needs what `GET /v1/files/{id}/content` needs: the `expires` and `signature` of the `content_url`, or a key with `uploads:read`. Made with the first request, and kept. Consumes no quota.
   *
   * `GET /v1/files/{id}/sound`
   */
  getFileSound(id: string, query?: QueryOf<"getFileSound">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/files/{id}/sound", params: { id }, query, ...options });
  }

  /**
   * Delete an upload that no batch uses.
   *
   * `DELETE /v1/uploads/{id}`, scope `uploads:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/uploads/{id}", params: { id }, ...options });
  }

  /**
   * Get an upload.
   *
   * `GET /v1/uploads/{id}`, scope `uploads:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Upload> {
    return this.http.json<Api.Upload>({ method: "GET", path: "/v1/uploads/{id}", params: { id }, ...options });
  }

  /**
   * Finish an upload whose bytes were sent to its upload_url.
   *
   * Required if `upload_url` is an address of the object store: the service then checks size and digest and processes the file. Otherwise, and when repeated, it changes nothing; it answers 423 while another request completes the upload.
   *
   * `POST /v1/uploads/{id}/complete`, scope `uploads:write`
   */
  complete(id: string, options?: RequestOptions): Promise<Api.Upload> {
    return this.http.json<Api.Upload>({ method: "POST", path: "/v1/uploads/{id}/complete", params: { id }, ...options });
  }

  /**
   * Upload files: as JSON, as a form, as the body itself, by URL, or in pieces.
   *
   * Any other Content-Type is a file of that type, named by Content-Disposition and checked against Content-Digest. Archives (zip, tar, tar.gz) are unpacked; each line of a JSONL or CSV file and each row of a Parquet or Arrow file is an item. With `size_bytes` you send the bytes to `upload_url` afterwards; with `Tus-Resumable: 1.0.0` in pieces (tus).
   *
   * `POST /v1/uploads`, scope `uploads:write`
   */
  create(body: Api.CreateUpload, query?: QueryOf<"createUpload">, options?: RequestOptions): Promise<Api.Upload> {
    return this.http.json<Api.Upload>({ method: "POST", path: "/v1/uploads", json: body, query, ...options });
  }

  /**
   * List uploads.
   *
   * `GET /v1/uploads`, scope `uploads:read`
   */
  list(query?: QueryOf<"listUploads">, options?: RequestOptions): List<Api.Upload> {
    return this.http.list<Api.Upload>({ method: "GET", path: "/v1/uploads", query, ...options });
  }

  /**
   * List the files of an upload.
   *
   * `GET /v1/uploads/{id}/files`, scope `uploads:read`
   */
  listFiles(id: string, query?: QueryOf<"listUploadFiles">, options?: RequestOptions): List<Api.File> {
    return this.http.list<Api.File>({ method: "GET", path: "/v1/uploads/{id}/files", params: { id }, query, ...options });
  }

  /**
   * List what an upload has left out, as JSON lines.
   *
   * Files beside the media of an archive, and faulty files and lines with `on_error=skip`: at most 10,000.
   *
   * `GET /v1/uploads/{id}/skipped`, scope `uploads:read`
   */
  listSkipped(id: string, options?: RequestOptions): AsyncGenerator<Record<string, unknown>> {
    return this.http.lines<Record<string, unknown>>({ method: "GET", path: "/v1/uploads/{id}/skipped", params: { id }, ...options });
  }
}

/** The methods of `client.sources`. */
export class SourcesResource extends Resource {
  /**
   * Register a bucket from which files are taken.
   *
   * Nothing is read from it before `POST /v1/sources/{id}/check` or `/sync`.
   *
   * `POST /v1/sources`, scope `uploads:write`
   */
  create(body: Api.CreateSource, options?: RequestOptions): Promise<Api.Source> {
    return this.http.json<Api.Source>({ method: "POST", path: "/v1/sources", json: body, ...options });
  }

  /**
   * List sources.
   *
   * `GET /v1/sources`, scope `uploads:read`
   */
  list(query?: QueryOf<"listSources">, options?: RequestOptions): List<Api.Source> {
    return this.http.list<Api.Source>({ method: "GET", path: "/v1/sources", query, ...options });
  }

  /**
   * Get a source, with the progress of its sync.
   *
   * `GET /v1/sources/{id}`, scope `uploads:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Source> {
    return this.http.json<Api.Source>({ method: "GET", path: "/v1/sources/{id}", params: { id }, ...options });
  }

  /**
   * Change the name, credentials or metadata of a source.
   *
   * `PATCH /v1/sources/{id}`, scope `uploads:write`
   */
  update(id: string, body: Api.ChangeSource, options?: RequestOptions): Promise<Api.Source> {
    return this.http.json<Api.Source>({ method: "PATCH", path: "/v1/sources/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a source with its credentials, and end its sync.
   *
   * Files that were copied stay; uploads with objects that are still to be copied fail.
   *
   * `DELETE /v1/sources/{id}`, scope `uploads:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/sources/{id}", params: { id }, ...options });
  }

  /**
   * Try what a sync needs, and name what is missing.
   *
   * `POST /v1/sources/{id}/check`, scope `uploads:write`
   */
  check(id: string, options?: RequestOptions): Promise<Api.SourceCheck> {
    return this.http.json<Api.SourceCheck>({ method: "POST", path: "/v1/sources/{id}/check", params: { id }, ...options });
  }

  /**
   * Add the new objects of a source as uploads.
   *
   * A job lists the objects; `GET /v1/sources/{id}` shows its progress, and `GET /v1/uploads?source_id=` the uploads. Nothing is added twice. A sync that runs goes on.
   *
   * `POST /v1/sources/{id}/sync`, scope `uploads:write`
   */
  sync(id: string, options?: RequestOptions): Promise<Api.Source> {
    return this.http.json<Api.Source>({ method: "POST", path: "/v1/sources/{id}/sync", params: { id }, ...options });
  }
}

/** The methods of `client.batches`. */
export class BatchesResource extends Resource {
  /**
   * Create a batch from uploads or files.
   *
   * `POST /v1/batches`, scope `batches:write`
   */
  create(body: Api.CreateBatch, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/batches", json: body, ...options });
  }

  /**
   * List batches.
   *
   * `GET /v1/batches`, scope `batches:read`
   */
  list(query?: QueryOf<"listBatches">, options?: RequestOptions): List<Api.Batch> {
    return this.http.list<Api.Batch>({ method: "GET", path: "/v1/batches", query, ...options });
  }

  /**
   * Read a batch.
   *
   * `GET /v1/batches/{id}`, scope `batches:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "GET", path: "/v1/batches/{id}", params: { id }, ...options });
  }

  /**
   * Change a batch's name, priority, order, hold or metadata.
   *
   * `PATCH /v1/batches/{id}`, scope `batches:write`
   */
  update(id: string, body: Api.ChangeBatch, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "PATCH", path: "/v1/batches/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a batch with its answers and datasets.
   *
   * `DELETE /v1/batches/{id}`, scope `batches:write`
   */
  delete(id: string, query?: QueryOf<"deleteBatch">, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/batches/{id}", params: { id }, query, ...options });
  }

  /**
   * Add files to a batch that has not started.
   *
   * `POST /v1/batches/{id}/files`, scope `batches:write`
   */
  addFiles(id: string, body?: Api.AddFiles, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/batches/{id}/files", params: { id }, json: body, ...options });
  }

  /**
   * List the files of a batch in their order.
   *
   * `GET /v1/batches/{id}/files`, scope `batches:read`
   */
  listFiles(id: string, query?: QueryOf<"listBatchFiles">, options?: RequestOptions): List<Api.File> {
    return this.http.list<Api.File>({ method: "GET", path: "/v1/batches/{id}/files", params: { id }, query, ...options });
  }

  /**
   * Start a batch before its first answer.
   *
   * `POST /v1/batches/{id}/start`, scope `batches:write`
   */
  start(id: string, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/batches/{id}/start", params: { id }, ...options });
  }

  /**
   * Send a failed batch to rework.
   *
   * `POST /v1/batches/{id}/rework`, scope `batches:write`
   */
  rework(id: string, body?: Api.ReworkBatch, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/batches/{id}/rework", params: { id }, json: body, ...options });
  }

  /**
   * Reopen items of a certified batch for a new revision.
   *
   * `POST /v1/batches/{id}/amend`, scope `batches:write`
   */
  amend(id: string, body: Api.AmendBatch, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/batches/{id}/amend", params: { id }, json: body, ...options });
  }

  /**
   * Request an audit of a completed batch without a verdict.
   *
   * `POST /v1/batches/{id}/audit`, scope `batches:write`
   */
  askAudit(id: string, body: Api.AskAudit, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/batches/{id}/audit", params: { id }, json: body, ...options });
  }

  /**
   * Read how a model labels items of a batch.
   *
   * `GET /v1/batches/{id}/auto-accept`, scope `batches:read`
   */
  listAutoAccepts(id: string, options?: RequestOptions): Promise<JsonOf<"listAutoAccepts">> {
    return this.http.json<JsonOf<"listAutoAccepts">>({ method: "GET", path: "/v1/batches/{id}/auto-accept", params: { id }, ...options });
  }

  /**
   * Let a model label the items on which it is sure enough.
   *
   * Withholds the items that have a prediction from annotators, except a random sample, which people answer blind. Then chooses the lowest threshold of the score that shows, by this sample, that at most `max_wrong` of the labels above it are wrong. Items above it get the model's label, the others go to people. The batch's audit judges all labels together.
   *
   * `POST /v1/batches/{id}/auto-accept`, scope `batches:write`
   */
  startAutoAccept(id: string, body?: Api.StartAutoAccept, options?: RequestOptions): Promise<JsonOf<"startAutoAccept">> {
    return this.http.json<JsonOf<"startAutoAccept">>({ method: "POST", path: "/v1/batches/{id}/auto-accept", params: { id }, json: body, ...options });
  }

  /**
   * Cancel the auto-accept that is under way.
   *
   * All items that it withholds go to annotators. No label of the model is accepted.
   *
   * `DELETE /v1/batches/{id}/auto-accept`, scope `batches:write`
   */
  cancelAutoAccept(id: string, options?: RequestOptions): Promise<JsonOf<"cancelAutoAccept">> {
    return this.http.json<JsonOf<"cancelAutoAccept">>({ method: "DELETE", path: "/v1/batches/{id}/auto-accept", params: { id }, ...options });
  }

  /**
   * Estimate what a model's labels would save.
   *
   * `GET /v1/batches/{id}/auto-accept/plan`, scope `batches:read`
   */
  planAutoAccept(id: string, query?: QueryOf<"planAutoAccept">, options?: RequestOptions): Promise<Api.AutoAcceptPlan> {
    return this.http.json<Api.AutoAcceptPlan>({ method: "GET", path: "/v1/batches/{id}/auto-accept/plan", params: { id }, query, ...options });
  }

  /**
   * List how the random sample of each round was drawn.
   *
   * `GET /v1/batches/{id}/draws`, scope `batches:read`
   */
  listDraws(id: string, options?: RequestOptions): Promise<Api.DrawList> {
    return this.http.json<Api.DrawList>({ method: "GET", path: "/v1/batches/{id}/draws", params: { id }, ...options });
  }

  /**
   * Add the nonce of the random sample, once the labels are fixed.
   *
   * `POST /v1/batches/{id}/challenge`, scope `batches:write`
   */
  addChallenge(id: string, body: Api.AddChallenge, options?: RequestOptions): Promise<Api.Draw> {
    return this.http.json<Api.Draw>({ method: "POST", path: "/v1/batches/{id}/challenge", params: { id }, json: body, ...options });
  }
}

/** The methods of `client.items`. */
export class ItemsResource extends Resource {
  /**
   * List the items of a project or batch.
   *
   * By batch id and position. `metadata.<key>=<value>` filters by metadata, compared as text. A request with filters looks at 50,000 items at most (external_id: at all). `q`, `label`, `answer` and `metadata` read 16 MB at most, and a page ends where its labels get very large: it may hold fewer items than `limit`, even none, while `has_more` is true. For people who may audit, items of a batch under a blind audit have no label, and `label`, `answer` and `support_lt` find none.
   *
   * `GET /v1/items`, scope `annotations:read`
   */
  list(query?: QueryOf<"listItems">, options?: RequestOptions): List<Api.ItemSummary> {
    return this.http.list<Api.ItemSummary>({ method: "GET", path: "/v1/items", query, ...options });
  }

  /**
   * Read an item with its content.
   *
   * `GET /v1/items/{id}`, scope `annotations:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Item> {
    return this.http.json<Api.Item>({ method: "GET", path: "/v1/items/{id}", params: { id }, ...options });
  }

  /**
   * Change many items: priority, requeue, exclude, gold, accept_prediction, adjudicate, release.
   *
   * Responds with the number of items, a lower bound if the filter has more than 50,000 to look at; a job then changes all of them, 500 at a time. All actions but gold and release need batches that are created or processing.
   *
   * `POST /v1/items/bulk`, scope `annotations:write`
   */
  bulk(body: Api.BulkItems, options?: RequestOptions): Promise<Api.BulkCount | Api.BulkJob> {
    return this.http.json<Api.BulkCount | Api.BulkJob>({ method: "POST", path: "/v1/items/bulk", json: body, ...options });
  }

  /**
   * Read the progress of a bulk change.
   *
   * `GET /v1/items/bulk/{id}`, scope `annotations:read`
   */
  getBulkJob(id: string, options?: RequestOptions): Promise<Api.BulkJob> {
    return this.http.json<Api.BulkJob>({ method: "GET", path: "/v1/items/bulk/{id}", params: { id }, ...options });
  }
}

/** The methods of `client.tasks`. */
export class TasksResource extends Resource {
  /**
   * Lease the next tasks, for 15 minutes.
   *
   * `POST /v1/tasks/claim`, scope `annotations:write`
   */
  claim(body?: Api.ClaimTasks, options?: RequestOptions): Promise<JsonOf<"claimTasks">> {
    return this.http.json<JsonOf<"claimTasks">>({ method: "POST", path: "/v1/tasks/claim", json: body, ...options });
  }

  /**
   * List a member's leased tasks, or their latest answers.
   *
   * The newest change first, at most 100. The first ten answers can be reopened.
   *
   * `GET /v1/tasks`, scope `annotations:read`
   */
  listOwn(query?: QueryOf<"listOwnTasks">, options?: RequestOptions): Promise<JsonOf<"listOwnTasks">> {
    return this.http.json<JsonOf<"listOwnTasks">>({ method: "GET", path: "/v1/tasks", query, ...options });
  }

  /**
   * List the batches with tasks for a member, in the order of claims.
   *
   * `GET /v1/tasks/waiting`, scope `annotations:read`
   */
  listWaitingWork(query?: QueryOf<"listWaitingWork">, options?: RequestOptions): Promise<JsonOf<"listWaitingWork">> {
    return this.http.json<JsonOf<"listWaitingWork">>({ method: "GET", path: "/v1/tasks/waiting", query, ...options });
  }

  /**
   * The labels, instructions and fields of a task.
   *
   * `GET /v1/tasks/{id}/guidelines`, scope `annotations:read`
   */
  getGuidelines(id: string, options?: RequestOptions): Promise<Api.Guidelines> {
    return this.http.json<Api.Guidelines>({ method: "GET", path: "/v1/tasks/{id}/guidelines", params: { id }, ...options });
  }

  /**
   * Confirm that the task's member has read its guidelines.
   *
   * `PUT /v1/tasks/{id}/guidelines/confirmation`, scope `annotations:write`
   */
  confirmGuidelines(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "PUT", path: "/v1/tasks/{id}/guidelines/confirmation", params: { id }, ...options });
  }

  /**
   * Read a task with its item and draft.
   *
   * `GET /v1/tasks/{id}`, scope `annotations:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Task> {
    return this.http.json<Api.Task>({ method: "GET", path: "/v1/tasks/{id}", params: { id }, ...options });
  }

  /**
   * Save a draft and renew the lease.
   *
   * `PUT /v1/tasks/{id}/draft`, scope `annotations:write`
   */
  saveDraft(id: string, body: Api.SaveDraft, options?: RequestOptions): Promise<Api.Task> {
    return this.http.json<Api.Task>({ method: "PUT", path: "/v1/tasks/{id}/draft", params: { id }, json: body, ...options });
  }

  /**
   * Submit the answer to a claimed task.
   *
   * `POST /v1/tasks/{id}/submit`, scope `annotations:write`
   */
  submit(id: string, body: Api.SubmitTask, options?: RequestOptions): Promise<Api.SubmittedAnnotation> {
    return this.http.json<Api.SubmittedAnnotation>({ method: "POST", path: "/v1/tasks/{id}/submit", params: { id }, json: body, ...options });
  }

  /**
   * Skip a task, with a reason.
   *
   * `POST /v1/tasks/{id}/skip`, scope `annotations:write`
   */
  skip(id: string, body: Api.SkipTask, options?: RequestOptions): Promise<Api.Task> {
    return this.http.json<Api.Task>({ method: "POST", path: "/v1/tasks/{id}/skip", params: { id }, json: body, ...options });
  }

  /**
   * Release a task without an answer.
   *
   * `POST /v1/tasks/{id}/release`, scope `annotations:write`
   */
  release(id: string, body?: Api.HandBack, options?: RequestOptions): Promise<Api.Task> {
    return this.http.json<Api.Task>({ method: "POST", path: "/v1/tasks/{id}/release", params: { id }, json: body, ...options });
  }

  /**
   * Reopen one of the member's last ten answers.
   *
   * `POST /v1/tasks/{id}/reopen`, scope `annotations:write`
   */
  reopen(id: string, body?: Api.HandBack, options?: RequestOptions): Promise<Api.Task> {
    return this.http.json<Api.Task>({ method: "POST", path: "/v1/tasks/{id}/reopen", params: { id }, json: body, ...options });
  }

  /**
   * Exclude the item of an adjudication task, with a reason.
   *
   * `POST /v1/tasks/{id}/exclude`, scope `annotations:write`
   */
  excludeItem(id: string, body: Api.SkipTask, options?: RequestOptions): Promise<Api.Task> {
    return this.http.json<Api.Task>({ method: "POST", path: "/v1/tasks/{id}/exclude", params: { id }, json: body, ...options });
  }

  /**
   * Ask the project's model for the objects that a person points at.
   *
   * For the member of a leased task, 60 times a minute. The model has 2 seconds. What it suggests is stored nowhere: submit it as any other object.
   *
   * `POST /v1/tasks/{id}/assist`, scope `annotations:write`
   */
  assist(id: string, body?: Api.AssistTask, options?: RequestOptions): Promise<Api.AssistedObjects> {
    return this.http.json<Api.AssistedObjects>({ method: "POST", path: "/v1/tasks/{id}/assist", params: { id }, json: body, ...options });
  }

  /**
   * Report your own hours, answers and pay.
   *
   * `GET /v1/work/mine`, scope `annotations:read`
   */
  reportOwnWork(query?: QueryOf<"reportOwnWork">, options?: RequestOptions): Promise<Api.OwnWork> {
    return this.http.json<Api.OwnWork>({ method: "GET", path: "/v1/work/mine", query, ...options });
  }

  /**
   * Report your own answers by day, and what their feedback said.
   *
   * `GET /v1/work/mine/days`, scope `annotations:read`
   */
  reportOwnDays(options?: RequestOptions): Promise<Api.OwnDays> {
    return this.http.json<Api.OwnDays>({ method: "GET", path: "/v1/work/mine/days", ...options });
  }
}

/** The methods of `client.annotations`. */
export class AnnotationsResource extends Resource {
  /**
   * List all answers to an item, with its label.
   *
   * `GET /v1/items/{id}/annotations`, scope `annotations:read`
   */
  listOfItem(id: string, options?: RequestOptions): Promise<Api.ItemAnnotations> {
    return this.http.json<Api.ItemAnnotations>({ method: "GET", path: "/v1/items/{id}/annotations", params: { id }, ...options });
  }

  /**
   * Download all answers of a batch as JSON lines, oldest first.
   *
   * `GET /v1/batches/{id}/annotations`, scope `annotations:read`
   */
  stream(id: string, options?: RequestOptions): AsyncGenerator<Record<string, unknown>> {
    return this.http.lines<Record<string, unknown>>({ method: "GET", path: "/v1/batches/{id}/annotations", params: { id }, ...options });
  }

  /**
   * Import answers from another tool; they count like submitted ones.
   *
   * JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.
   *
   * `POST /v1/batches/{id}/annotations`, scope `annotations:write`
   */
  import(id: string, body: Api.ImportAnswers, query?: QueryOf<"importAnnotations">, options?: RequestOptions): Promise<Api.Imported> {
    return this.http.json<Api.Imported>({ method: "POST", path: "/v1/batches/{id}/annotations", params: { id }, json: body, query, ...options });
  }

  /**
   * Import predictions of a model as pre-labels.
   *
   * JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.
   *
   * `POST /v1/batches/{id}/predictions`, scope `annotations:write`
   */
  importPredictions(id: string, body: Api.ImportPredictions, query?: QueryOf<"importPredictions">, options?: RequestOptions): Promise<Api.Imported> {
    return this.http.json<Api.Imported>({ method: "POST", path: "/v1/batches/{id}/predictions", params: { id }, json: body, query, ...options });
  }

  /**
   * Import known answers (gold), which measure annotators.
   *
   * JSON of up to 16 MiB, or JSON lines of up to 256 MiB and 5 MiB each. All lines are stored or none, unless `on_error=skip`: the message of a 400 names the first 20 faults as `line 17: …`.
   *
   * `POST /v1/batches/{id}/gold`, scope `annotations:write`
   */
  importGold(id: string, body: Api.ImportGold, query?: QueryOf<"importGold">, options?: RequestOptions): Promise<Api.Imported> {
    return this.http.json<Api.Imported>({ method: "POST", path: "/v1/batches/{id}/gold", params: { id }, json: body, query, ...options });
  }

  /**
   * Import an uploaded dataset of another tool into a batch.
   *
   * For a file of any size, uploaded with `content=dataset`. A job reads it in pieces and stores all answers at once, or none; `GET` of the same address shows how far it is, and names faults with their place in the file. After it has ended, the upload can be imported again.
   *
   * `POST /v1/uploads/{id}/import`, scope `annotations:write`
   */
  importDataset(id: string, body: Api.ImportDataset, options?: RequestOptions): Promise<Api.DatasetImport> {
    return this.http.json<Api.DatasetImport>({ method: "POST", path: "/v1/uploads/{id}/import", params: { id }, json: body, ...options });
  }

  /**
   * Read the progress and the result of the last import of an uploaded dataset.
   *
   * `GET /v1/uploads/{id}/import`, scope `annotations:read`
   */
  getDatasetImport(id: string, options?: RequestOptions): Promise<Api.LastDatasetImport> {
    return this.http.json<Api.LastDatasetImport>({ method: "GET", path: "/v1/uploads/{id}/import", params: { id }, ...options });
  }
}

/** The methods of `client.quality`. */
export class QualityResource extends Resource {
  /**
   * Compare the cost of the quality levels for a number of items.
   *
   * `GET /v1/quality-levels`, scope `batches:read`
   */
  listLevels(query: QueryOf<"listQualityLevels">, options?: RequestOptions): Promise<JsonOf<"listQualityLevels">> {
    return this.http.json<JsonOf<"listQualityLevels">>({ method: "GET", path: "/v1/quality-levels", query, ...options });
  }

  /**
   * Read a batch's score, audited rounds, agreement, labels and annotators, and what the verdict still needs.
   *
   * `GET /v1/batches/{id}/quality`, scope `batches:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Quality> {
    return this.http.json<Api.Quality>({ method: "GET", path: "/v1/batches/{id}/quality", params: { id }, ...options });
  }

  /**
   * Read the work and quality of each annotator of a batch by day, and whose quality has dropped.
   *
   * `GET /v1/batches/{id}/trends`, scope `batches:read`
   */
  getBatchTrends(id: string, options?: RequestOptions): Promise<Api.BatchTrends> {
    return this.http.json<Api.BatchTrends>({ method: "GET", path: "/v1/batches/{id}/trends", params: { id }, ...options });
  }

  /**
   * Forecast when a batch will be finished, and read the hours that it takes.
   *
   * `GET /v1/batches/{id}/forecast`, scope `batches:read`
   */
  getBatchForecast(id: string, options?: RequestOptions): Promise<Api.BatchForecast> {
    return this.http.json<Api.BatchForecast>({ method: "GET", path: "/v1/batches/{id}/forecast", params: { id }, ...options });
  }

  /**
   * Read which labels annotators confuse, over the batches of a project.
   *
   * `GET /v1/projects/{id}/confusion`, scope `projects:read`
   */
  getProjectConfusion(id: string, options?: RequestOptions): Promise<Api.ProjectConfusion> {
    return this.http.json<Api.ProjectConfusion>({ method: "GET", path: "/v1/projects/{id}/confusion", params: { id }, ...options });
  }

  /**
   * Judge the models that predicted items of a batch.
   *
   * Compares each model, or version of it, with the delivered labels of the items that audits and checks drew at random: accuracy with exact intervals, rates and confusion of labels, calibration, slices, and an order that says which models cannot be told apart.
   *
   * `GET /v1/batches/{id}/models`, scope `batches:read`
   */
  getModelReport(id: string, query?: QueryOf<"getModelReport">, options?: RequestOptions): Promise<Api.ModelReport> {
    return this.http.json<Api.ModelReport>({ method: "GET", path: "/v1/batches/{id}/models", params: { id }, query, ...options });
  }

  /**
   * Compute again how likely each accepted label of a batch is wrong.
   *
   * Assay does this whenever a batch is completed; ask for it after you have sent predictions or vectors. Read the result by `GET /v1/items?batch_id=…&sort=-suspicion`.
   *
   * `POST /v1/batches/{id}/suspicions`, scope `batches:write`
   */
  computeSuspicions(id: string, options?: RequestOptions): Promise<JsonOf<"computeSuspicions">> {
    return this.http.json<JsonOf<"computeSuspicions">>({ method: "POST", path: "/v1/batches/{id}/suspicions", params: { id }, ...options });
  }

  /**
   * Preview how a model would change the labels, and list the versions so far.
   *
   * `GET /v1/batches/{id}/consensus`, scope `batches:read`
   */
  previewConsensus(id: string, query?: QueryOf<"previewConsensus">, options?: RequestOptions): Promise<Api.ConsensusPreview> {
    return this.http.json<Api.ConsensusPreview>({ method: "GET", path: "/v1/batches/{id}/consensus", params: { id }, query, ...options });
  }

  /**
   * Recompute the labels of a completed batch before its audit sample is drawn.
   *
   * `POST /v1/batches/{id}/consensus`, scope `batches:write`
   */
  recomputeConsensus(id: string, body?: Api.RecomputeConsensus, options?: RequestOptions): Promise<Api.ConsensusVersion> {
    return this.http.json<Api.ConsensusVersion>({ method: "POST", path: "/v1/batches/{id}/consensus", params: { id }, json: body, ...options });
  }
}

/** The methods of `client.models`. */
export class ModelsResource extends Resource {
  /**
   * Register a model; only this response shows a secret that Assay makes.
   *
   * `POST /v1/models`, scope `projects:write`
   */
  create(body: Api.CreateModel, options?: RequestOptions): Promise<Api.NewModel> {
    return this.http.json<Api.NewModel>({ method: "POST", path: "/v1/models", json: body, ...options });
  }

  /**
   * List models.
   *
   * `GET /v1/models`, scope `projects:read`
   */
  list(query?: QueryOf<"listModels">, options?: RequestOptions): List<Api.RegisteredModel> {
    return this.http.list<Api.RegisteredModel>({ method: "GET", path: "/v1/models", query, ...options });
  }

  /**
   * Read a model.
   *
   * `GET /v1/models/{id}`, scope `projects:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.RegisteredModel> {
    return this.http.json<Api.RegisteredModel>({ method: "GET", path: "/v1/models/{id}", params: { id }, ...options });
  }

  /**
   * Change a model; its name, version and kind stay.
   *
   * `PATCH /v1/models/{id}`, scope `projects:write`
   */
  update(id: string, body: Api.ChangeModel, options?: RequestOptions): Promise<Api.RegisteredModel> {
    return this.http.json<Api.RegisteredModel>({ method: "PATCH", path: "/v1/models/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a model and cancel its runs; its predictions stay.
   *
   * `DELETE /v1/models/{id}`, scope `projects:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/models/{id}", params: { id }, ...options });
  }

  /**
   * List the prompts that a language model had, the newest first, 100 and 8 MB at most.
   *
   * `GET /v1/models/{id}/prompts`, scope `projects:read`
   */
  listPrompts(id: string, options?: RequestOptions): Promise<Api.ModelPromptVersions> {
    return this.http.json<Api.ModelPromptVersions>({ method: "GET", path: "/v1/models/{id}/prompts", params: { id }, ...options });
  }

  /**
   * Ask a model for predictions for the items of a batch.
   *
   * A job asks the model; `GET /v1/batches/{id}/runs/{run_id}` shows its progress. No item is asked for again once it has an answer, also after a crash.
   *
   * `POST /v1/batches/{id}/predict`, scope `batches:write`
   */
  predictBatch(id: string, body: Api.PredictBatch, options?: RequestOptions): Promise<Api.ModelRun> {
    return this.http.json<Api.ModelRun>({ method: "POST", path: "/v1/batches/{id}/predict", params: { id }, json: body, ...options });
  }

  /**
   * List the runs of models over a batch.
   *
   * `GET /v1/batches/{id}/runs`, scope `batches:read`
   */
  listRuns(id: string, query?: QueryOf<"listModelRuns">, options?: RequestOptions): List<Api.ModelRun> {
    return this.http.list<Api.ModelRun>({ method: "GET", path: "/v1/batches/{id}/runs", params: { id }, query, ...options });
  }

  /**
   * Read the progress of a model's run over a batch.
   *
   * `GET /v1/batches/{id}/runs/{run_id}`, scope `batches:read`
   */
  getRun(id: string, runId: string, options?: RequestOptions): Promise<Api.ModelRun> {
    return this.http.json<Api.ModelRun>({ method: "GET", path: "/v1/batches/{id}/runs/{run_id}", params: { id, run_id: runId }, ...options });
  }

  /**
   * Pause, cancel or go on with a model's run, or change its limit of cost.
   *
   * Answers to requests that were sent before a pause are stored; those to a canceled run are not.
   *
   * `PATCH /v1/batches/{id}/runs/{run_id}`, scope `batches:write`
   */
  updateRun(id: string, runId: string, body: Api.ChangeModelRun, options?: RequestOptions): Promise<Api.ModelRun> {
    return this.http.json<Api.ModelRun>({ method: "PATCH", path: "/v1/batches/{id}/runs/{run_id}", params: { id, run_id: runId }, json: body, ...options });
  }

  /**
   * List the items for which a model gave no valid result, and why, in the order of the batch.
   *
   * `GET /v1/batches/{id}/runs/{run_id}/errors`, scope `batches:read`
   */
  listRunErrors(id: string, runId: string, query?: QueryOf<"listModelRunErrors">, options?: RequestOptions): List<Api.ModelRunError> {
    return this.http.list<Api.ModelRunError>({ method: "GET", path: "/v1/batches/{id}/runs/{run_id}/errors", params: { id, run_id: runId }, query, ...options });
  }

  /**
   * Answer a request for predictions later.
   *
   * For a model that answered 202: the address is the `reply_url` of the request, needs no key, ends after an hour and takes one reply.
   *
   * `POST /v1/model-requests/{id}/reply`
   */
  replyToRequest(id: string, body: Api.ModelReply, query: QueryOf<"replyToModelRequest">, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "POST", path: "/v1/model-requests/{id}/reply", params: { id }, json: body, query, ...options });
  }
}

/** The methods of `client.exports`. */
export class ExportsResource extends Resource {
  /**
   * Download the frozen dataset of a certified batch.
   *
   * `GET /v1/batches/{id}/download`, scope `datasets:read`
   */
  downloadBatch(id: string, query?: QueryOf<"downloadBatch">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/batches/{id}/download", params: { id }, query, ...options });
  }

  /**
   * Export a batch or a project as it is now, uncertified.
   *
   * `POST /v1/exports`, scope `datasets:read`
   */
  create(body?: Api.CreateExport, options?: RequestOptions): Promise<Api.Export> {
    return this.http.json<Api.Export>({ method: "POST", path: "/v1/exports", json: body, ...options });
  }

  /**
   * List exports.
   *
   * `GET /v1/exports`, scope `datasets:read`
   */
  list(query?: QueryOf<"listExports">, options?: RequestOptions): List<Api.Export> {
    return this.http.list<Api.Export>({ method: "GET", path: "/v1/exports", query, ...options });
  }

  /**
   * Read an export.
   *
   * `GET /v1/exports/{id}`, scope `datasets:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Export> {
    return this.http.json<Api.Export>({ method: "GET", path: "/v1/exports/{id}", params: { id }, ...options });
  }

  /**
   * Delete an export and its file.
   *
   * `DELETE /v1/exports/{id}`, scope `batches:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/exports/{id}", params: { id }, ...options });
  }

  /**
   * Download an export.
   *
   * `GET /v1/exports/{id}/download`, scope `datasets:read`
   */
  download(id: string, query?: QueryOf<"downloadExport">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/exports/{id}/download", params: { id }, query, ...options });
  }

  /**
   * Get a link to the dataset of a certified batch that needs no key and expires after a minute.
   *
   * `GET /v1/batches/{id}/link`, scope `datasets:read`
   */
  linkBatchDownload(id: string, query?: QueryOf<"linkBatchDownload">, options?: RequestOptions): Promise<Api.DownloadLink | Api.DownloadBuilding> {
    return this.http.json<Api.DownloadLink | Api.DownloadBuilding>({ method: "GET", path: "/v1/batches/{id}/link", params: { id }, query, ...options });
  }

  /**
   * Get a link to an export that needs no key and expires after a minute.
   *
   * `GET /v1/exports/{id}/link`, scope `datasets:read`
   */
  linkDownload(id: string, query?: QueryOf<"linkExportDownload">, options?: RequestOptions): Promise<Api.DownloadLink> {
    return this.http.json<Api.DownloadLink>({ method: "GET", path: "/v1/exports/{id}/link", params: { id }, query, ...options });
  }
}

/** The methods of `client.datasets`. */
export class DatasetsResource extends Resource {
  /**
   * Create a dataset: a query over the batches of a project.
   *
   * `POST /v1/datasets`, scope `batches:write`
   */
  create(body: Api.CreateDataset, options?: RequestOptions): Promise<Api.Dataset> {
    return this.http.json<Api.Dataset>({ method: "POST", path: "/v1/datasets", json: body, ...options });
  }

  /**
   * List datasets.
   *
   * `GET /v1/datasets`, scope `datasets:read`
   */
  list(query?: QueryOf<"listDatasets">, options?: RequestOptions): List<Api.Dataset> {
    return this.http.list<Api.Dataset>({ method: "GET", path: "/v1/datasets", query, ...options });
  }

  /**
   * Read a dataset.
   *
   * `GET /v1/datasets/{id}`, scope `datasets:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Dataset> {
    return this.http.json<Api.Dataset>({ method: "GET", path: "/v1/datasets/{id}", params: { id }, ...options });
  }

  /**
   * Change a dataset's name, and what its later versions hold.
   *
   * `PATCH /v1/datasets/{id}`, scope `batches:write`
   */
  update(id: string, body: Api.ChangeDataset, options?: RequestOptions): Promise<Api.Dataset> {
    return this.http.json<Api.Dataset>({ method: "PATCH", path: "/v1/datasets/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a dataset with its versions and their certificates' batches; the batches that they come from stay.
   *
   * `DELETE /v1/datasets/{id}`, scope `batches:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/datasets/{id}", params: { id }, ...options });
  }

  /**
   * Freeze what a dataset's query finds now as its next version; a job builds it.
   *
   * `POST /v1/datasets/{id}/versions`, scope `batches:write`
   */
  createVersion(id: string, options?: RequestOptions): Promise<Api.DatasetVersion> {
    return this.http.json<Api.DatasetVersion>({ method: "POST", path: "/v1/datasets/{id}/versions", params: { id }, ...options });
  }

  /**
   * List a dataset's versions, newest first.
   *
   * `GET /v1/datasets/{id}/versions`, scope `datasets:read`
   */
  listVersions(id: string, query?: QueryOf<"listDatasetVersions">, options?: RequestOptions): List<Api.DatasetVersion> {
    return this.http.list<Api.DatasetVersion>({ method: "GET", path: "/v1/datasets/{id}/versions", params: { id }, query, ...options });
  }

  /**
   * Read a version of a dataset.
   *
   * `GET /v1/datasets/{id}/versions/{version}`, scope `datasets:read`
   */
  getVersion(id: string, version: string, options?: RequestOptions): Promise<Api.DatasetVersion> {
    return this.http.json<Api.DatasetVersion>({ method: "GET", path: "/v1/datasets/{id}/versions/{version}", params: { id, version }, ...options });
  }

  /**
   * Create the batch that certifies a version of a dataset by one sample of all its items.
   *
   * `POST /v1/datasets/{id}/versions/{version}/certification`, scope `batches:write`
   */
  certifyVersion(id: string, version: string, body?: Api.CertifyVersion, options?: RequestOptions): Promise<Api.Batch> {
    return this.http.json<Api.Batch>({ method: "POST", path: "/v1/datasets/{id}/versions/{version}/certification", params: { id, version }, json: body, ...options });
  }

  /**
   * Push a version of a dataset to a repository of the Hugging Face Hub.
   *
   * A job pushes the bundle of the format `hf_dataset` by one commit; `push` of the version shows its progress. A branch that has the files already gets no commit.
   *
   * `POST /v1/datasets/{id}/versions/{version}/push`, scope `batches:write`
   */
  pushVersion(id: string, version: string, body: Api.PushVersion, options?: RequestOptions): Promise<Api.DatasetVersion> {
    return this.http.json<Api.DatasetVersion>({ method: "POST", path: "/v1/datasets/{id}/versions/{version}/push", params: { id, version }, json: body, ...options });
  }

  /**
   * List the batches with items in a version, with their certificates.
   *
   * `GET /v1/datasets/{id}/versions/{version}/batches`, scope `datasets:read`
   */
  listVersionBatches(id: string, version: string, query?: QueryOf<"listDatasetVersionBatches">, options?: RequestOptions): List<Api.DatasetBatch> {
    return this.http.list<Api.DatasetBatch>({ method: "GET", path: "/v1/datasets/{id}/versions/{version}/batches", params: { id, version }, query, ...options });
  }

  /**
   * Download a version of a dataset, one of its splits, or what is new in it.
   *
   * `GET /v1/datasets/{id}/versions/{version}/download`, scope `datasets:read`
   */
  downloadVersion(id: string, version: string, query?: QueryOf<"downloadDatasetVersion">, options?: RequestOptions): Promise<Response> {
    return this.http.response({ method: "GET", path: "/v1/datasets/{id}/versions/{version}/download", params: { id, version }, query, ...options });
  }

  /**
   * Get a link to a file of a version that needs no key and expires after a minute.
   *
   * `GET /v1/datasets/{id}/versions/{version}/link`, scope `datasets:read`
   */
  linkVersion(id: string, version: string, query?: QueryOf<"linkDatasetVersion">, options?: RequestOptions): Promise<Api.DownloadLink | Api.DownloadBuilding> {
    return this.http.json<Api.DownloadLink | Api.DownloadBuilding>({ method: "GET", path: "/v1/datasets/{id}/versions/{version}/link", params: { id, version }, query, ...options });
  }

  /**
   * List the items that were added, removed or changed between two versions, by id.
   *
   * `GET /v1/datasets/{id}/versions/{version}/diff`, scope `datasets:read`
   */
  diffVersions(id: string, version: string, query?: QueryOf<"diffDatasetVersions">, options?: RequestOptions): List<Api.DatasetDifference> {
    return this.http.list<Api.DatasetDifference>({ method: "GET", path: "/v1/datasets/{id}/versions/{version}/diff", params: { id, version }, query, ...options });
  }

  /**
   * List the items of certified batches as they were certified, oldest first; the last page has a next_cursor too, to continue later.
   *
   * `GET /v1/changes`, scope `datasets:read`
   */
  listChanges(query?: QueryOf<"listChanges">, options?: RequestOptions): List<Api.LabelChange> {
    return this.http.list<Api.LabelChange>({ method: "GET", path: "/v1/changes", query, ...options });
  }
}

/** The methods of `client.webhooks`. */
export class WebhooksResource extends Resource {
  /**
   * Register a webhook; only this response shows its secret.
   *
   * `POST /v1/webhooks`, scope `webhooks:write`
   */
  create(body: Api.CreateWebhook, options?: RequestOptions): Promise<Api.NewWebhook> {
    return this.http.json<Api.NewWebhook>({ method: "POST", path: "/v1/webhooks", json: body, ...options });
  }

  /**
   * List webhooks.
   *
   * `GET /v1/webhooks`, scope `webhooks:read`
   */
  list(query?: QueryOf<"listWebhooks">, options?: RequestOptions): List<Api.Webhook> {
    return this.http.list<Api.Webhook>({ method: "GET", path: "/v1/webhooks", query, ...options });
  }

  /**
   * Read a webhook.
   *
   * `GET /v1/webhooks/{id}`, scope `webhooks:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Webhook> {
    return this.http.json<Api.Webhook>({ method: "GET", path: "/v1/webhooks/{id}", params: { id }, ...options });
  }

  /**
   * Change, disable or enable a webhook.
   *
   * `PATCH /v1/webhooks/{id}`, scope `webhooks:write`
   */
  update(id: string, body: Api.ChangeWebhook, options?: RequestOptions): Promise<Api.Webhook> {
    return this.http.json<Api.Webhook>({ method: "PATCH", path: "/v1/webhooks/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete a webhook and cancel its pending deliveries.
   *
   * `DELETE /v1/webhooks/{id}`, scope `webhooks:write`
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/webhooks/{id}", params: { id }, ...options });
  }

  /**
   * List a webhook's deliveries.
   *
   * `GET /v1/webhooks/{id}/deliveries`, scope `webhooks:read`
   */
  listDeliveries(id: string, query?: QueryOf<"listDeliveries">, options?: RequestOptions): List<Api.Delivery> {
    return this.http.list<Api.Delivery>({ method: "GET", path: "/v1/webhooks/{id}/deliveries", params: { id }, query, ...options });
  }

  /**
   * Read a delivery with its attempts.
   *
   * `GET /v1/webhooks/{id}/deliveries/{delivery_id}`, scope `webhooks:read`
   */
  getDelivery(id: string, deliveryId: string, options?: RequestOptions): Promise<Api.DeliveryWithAttempts> {
    return this.http.json<Api.DeliveryWithAttempts>({ method: "GET", path: "/v1/webhooks/{id}/deliveries/{delivery_id}", params: { id, delivery_id: deliveryId }, ...options });
  }

  /**
   * Retry a delivery now, in addition to its schedule.
   *
   * `POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry`, scope `webhooks:write`
   */
  retryDelivery(id: string, deliveryId: string, options?: RequestOptions): Promise<Api.Delivery> {
    return this.http.json<Api.Delivery>({ method: "POST", path: "/v1/webhooks/{id}/deliveries/{delivery_id}/retry", params: { id, delivery_id: deliveryId }, ...options });
  }

  /**
   * Resend the skipped or failed deliveries of a time range.
   *
   * `POST /v1/webhooks/{id}/replay`, scope `webhooks:write`
   */
  replayDeliveries(id: string, body: Api.ReplayDeliveries, options?: RequestOptions): Promise<Api.Replayed> {
    return this.http.json<Api.Replayed>({ method: "POST", path: "/v1/webhooks/{id}/replay", params: { id }, json: body, ...options });
  }

  /**
   * Send a sample event once and return the result.
   *
   * `POST /v1/webhooks/{id}/test`, scope `webhooks:write`
   */
  test(id: string, body: Api.TestWebhook, options?: RequestOptions): Promise<Api.DeliveryWithAttempts> {
    return this.http.json<Api.DeliveryWithAttempts>({ method: "POST", path: "/v1/webhooks/{id}/test", params: { id }, json: body, ...options });
  }

  /**
   * Replace a webhook's secret; only this response shows it.
   *
   * `POST /v1/webhooks/{id}/rotate-secret`, scope `webhooks:write`
   */
  rotateSecret(id: string, body?: Api.RotateSecret, options?: RequestOptions): Promise<Api.NewWebhook> {
    return this.http.json<Api.NewWebhook>({ method: "POST", path: "/v1/webhooks/{id}/rotate-secret", params: { id }, json: body, ...options });
  }
}

/** The methods of `client.events`. */
export class EventsResource extends Resource {
  /**
   * List events, oldest first; the last page has a next_cursor too, to continue later.
   *
   * `GET /v1/events`, scope `events:read`
   */
  list(query?: QueryOf<"listEvents">, options?: RequestOptions): List<JsonOf<"listEvents">["data"][number]> {
    return this.http.list<JsonOf<"listEvents">["data"][number]>({ method: "GET", path: "/v1/events", query, ...options });
  }

  /**
   * Read an event as webhooks receive it; kept for 30 days.
   *
   * `GET /v1/events/{id}`, scope `events:read`
   */
  get(id: string, options?: RequestOptions): Promise<JsonOf<"getEvent">> {
    return this.http.json<JsonOf<"getEvent">>({ method: "GET", path: "/v1/events/{id}", params: { id }, ...options });
  }
}

/** The methods of `client.auditLog`. */
export class AuditLogResource extends Resource {
  /**
   * List who changed what; kept for 400 days.
   *
   * One entry per request that changed something. Claims, drafts, answers, skips and the bytes of uploads are left out, since tasks, annotations and uploads show them.
   *
   * `GET /v1/audit-log`, scope `members:read`
   */
  list(query?: QueryOf<"listAuditLog">, options?: RequestOptions): List<Api.LoggedChange> {
    return this.http.list<Api.LoggedChange>({ method: "GET", path: "/v1/audit-log", query, ...options });
  }
}

/** The methods of `client.comments`. */
export class CommentsResource extends Resource {
  /**
   * Comment on an item, an answer or a place in it, or reply.
   *
   * `POST /v1/comments`, scope `annotations:write`
   */
  create(body: Api.CreateComment, options?: RequestOptions): Promise<Api.Comment> {
    return this.http.json<Api.Comment>({ method: "POST", path: "/v1/comments", json: body, ...options });
  }

  /**
   * List comments on items, with their threads.
   *
   * `GET /v1/comments`, scope `annotations:read`
   */
  list(query?: QueryOf<"listComments">, options?: RequestOptions): List<Api.ListedComment> {
    return this.http.list<Api.ListedComment>({ method: "GET", path: "/v1/comments", query, ...options });
  }

  /**
   * Mark comments as read by the signed-in person.
   *
   * `POST /v1/comments/read`, scope `annotations:read`
   */
  markRead(body: Api.MarkCommentsRead, options?: RequestOptions): Promise<Api.MarkedCommentsRead> {
    return this.http.json<Api.MarkedCommentsRead>({ method: "POST", path: "/v1/comments/read", json: body, ...options });
  }

  /**
   * Read a comment.
   *
   * `GET /v1/comments/{id}`, scope `annotations:read`
   */
  get(id: string, options?: RequestOptions): Promise<Api.Comment> {
    return this.http.json<Api.Comment>({ method: "GET", path: "/v1/comments/{id}", params: { id }, ...options });
  }

  /**
   * Change the text of your comment, or resolve a thread.
   *
   * `PATCH /v1/comments/{id}`, scope `annotations:write`
   */
  update(id: string, body: Api.ChangeComment, options?: RequestOptions): Promise<Api.Comment> {
    return this.http.json<Api.Comment>({ method: "PATCH", path: "/v1/comments/{id}", params: { id }, json: body, ...options });
  }

  /**
   * Delete your own comment if it has no replies.
   *
   * `DELETE /v1/comments/{id}`, scope `annotations:write`
   */
  delete(id: string, query?: QueryOf<"deleteComment">, options?: RequestOptions): Promise<void> {
    return this.http.nothing({ method: "DELETE", path: "/v1/comments/{id}", params: { id }, query, ...options });
  }
}

/** The resources of a client. */
export class Resources extends Resource {
  readonly certificates: CertificatesResource;
  readonly log: LogResource;
  readonly account: AccountResource;
  readonly keys: KeysResource;
  readonly members: MembersResource;
  readonly projects: ProjectsResource;
  readonly uploads: UploadsResource;
  readonly sources: SourcesResource;
  readonly batches: BatchesResource;
  readonly items: ItemsResource;
  readonly tasks: TasksResource;
  readonly annotations: AnnotationsResource;
  readonly quality: QualityResource;
  readonly models: ModelsResource;
  readonly exports: ExportsResource;
  readonly datasets: DatasetsResource;
  readonly webhooks: WebhooksResource;
  readonly events: EventsResource;
  readonly auditLog: AuditLogResource;
  readonly comments: CommentsResource;

  constructor(http: Http) {
    super(http);
    this.certificates = new CertificatesResource(http);
    this.log = new LogResource(http);
    this.account = new AccountResource(http);
    this.keys = new KeysResource(http);
    this.members = new MembersResource(http);
    this.projects = new ProjectsResource(http);
    this.uploads = new UploadsResource(http);
    this.sources = new SourcesResource(http);
    this.batches = new BatchesResource(http);
    this.items = new ItemsResource(http);
    this.tasks = new TasksResource(http);
    this.annotations = new AnnotationsResource(http);
    this.quality = new QualityResource(http);
    this.models = new ModelsResource(http);
    this.exports = new ExportsResource(http);
    this.datasets = new DatasetsResource(http);
    this.webhooks = new WebhooksResource(http);
    this.events = new EventsResource(http);
    this.auditLog = new AuditLogResource(http);
    this.comments = new CommentsResource(http);
  }
}
