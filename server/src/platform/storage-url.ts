import { join } from "node:path";

/** The folder of the service's blobs inside its data folder, where no other place is set. */
export const BLOBS_FOLDER = "blobs";

/** The storage in the data folder, where `ASSAY_STORAGE_URL` is not set. */
export function folderOf(dataDir: string): FolderStorage {
  return { kind: "folder", folder: join(dataDir, BLOBS_FOLDER) };
}

/** Where blobs are stored, as `ASSAY_STORAGE_URL` says. */
export type Storage = FolderStorage | S3Storage;

export interface FolderStorage {
  readonly kind: "folder";
  readonly folder: string;
}

export interface S3Storage {
  readonly kind: "s3";
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  /** Undefined leaves it to the AWS SDK's own settings. */
  readonly region: string | undefined;
  /** Undefined for AWS itself. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is named in the path instead of the host. */
  readonly pathStyle: boolean;
  /** The endpoint that clients reach; undefined if it is `endpoint`. */
  readonly publicEndpoint: string | undefined;
  /** Whether clients send and fetch files at signed URLs of the store. */
  readonly presigned: boolean;
  /** Undefined if frozen files are not locked. */
  readonly lock: Lock | undefined;
}

/** How long nobody may delete a frozen file (S3 Object Lock). */
export interface Lock {
  readonly mode: "GOVERNANCE" | "COMPLIANCE";
  readonly days: number;
}

const FORMS = "must be file:FOLDER or s3://BUCKET/PREFIX?region=…&endpoint=…&path_style=1";
const OPTIONS = ["region", "endpoint", "path_style", "presigned", "public_endpoint", "object_lock"];

/** Parses `ASSAY_STORAGE_URL`. Throws, with what is allowed, if it cannot be used. */
export function parseStorageUrl(text: string): Storage {
  if (/^file:/i.test(text)) return { kind: "folder", folder: folderIn(text) };
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.hostname === "") throw new Error(FORMS);
  if (url.username !== "" || url.password !== "" || url.port !== "" || url.hash !== "") {
    throw new Error(`${FORMS}; credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a role`);
  }
  for (const name of url.searchParams.keys()) {
    if (!OPTIONS.includes(name))
      throw new Error(`has no option ${name}; the options are ${OPTIONS.join(", ")}`);
  }
  const option = (name: string): string | undefined => url.searchParams.get(name) || undefined;
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, "");
  const [endpoint, publicEndpoint] = [option("endpoint"), option("public_endpoint")];
  return {
    kind: "s3",
    bucket: url.hostname,
    prefix: path === "" ? "" : `${path}/`,
    region: option("region") ?? (endpoint === undefined ? undefined : "us-east-1"),
    endpoint: endpoint && origin("endpoint", endpoint),
    pathStyle: flag("path_style", option("path_style")),
    presigned: publicEndpoint !== undefined || flag("presigned", option("presigned")),
    publicEndpoint: publicEndpoint && origin("public_endpoint", publicEndpoint),
    lock: lock(option("object_lock")),
  };
}

/** `file:./data` is relative, as in a shell; a URL itself cannot be. */
function folderIn(text: string): string {
  const [, host, path = ""] = /^file:(?:\/\/([^/]*)(?=\/))?([^?#]*)$/i.exec(text) ?? [];
  if (path === "" || (host ?? "") !== "")
    throw new Error("file: must name a folder, such as file:./data/blobs");
  return decodeURIComponent(path);
}

function origin(name: string, text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.origin;
  throw new Error(`${name} must be an address such as https://s3.example.com`);
}

function flag(name: string, text = "0"): boolean {
  if (text === "0" || text === "1") return text === "1";
  throw new Error(`${name} must be 0 or 1`);
}

function lock(text: string | undefined): Lock | undefined {
  if (text === undefined) return undefined;
  const [, mode, days] = /^(governance|compliance):(\d{1,5})$/.exec(text) ?? [];
  if (mode === undefined || Number(days) < 1) {
    throw new Error("object_lock must be governance:DAYS or compliance:DAYS");
  }
  return { mode: mode === "governance" ? "GOVERNANCE" : "COMPLIANCE", days: Number(days) };
}
