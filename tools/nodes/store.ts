import { hash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type Check, type Evidence, lookAtEach } from "../chaos/check.ts";
import { until } from "../tour/waiting.ts";
import type { Host } from "./network.ts";
import type { Starter } from "./programs.ts";

const [BUCKET, PREFIX, PORT] = ["assay", "files", 7070];
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "assay", AWS_SECRET_ACCESS_KEY: "assay-nodes-secret" };
const STARTED_WITHIN_MS = 60_000;

/** Where the nodes keep files. */
export interface Store {
  /** What the nodes need to reach it. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder that holds each file as one of its own, in 256 folders by the first byte of its digest. */
  readonly folder: string;
  /** Where and how, in words. */
  readonly how: string;
}

interface Setup {
  readonly host: Host;
  readonly start: Starter;
  readonly program: string;
  /** Whether clients send and fetch bytes by signed URLs, past the service. */
  readonly isPresigned: boolean;
  readonly folder: string;
}

/** A versitygw, an S3 server that stores objects as files. */
export async function startStore({ host, start, program, isPresigned, folder }: Setup): Promise<Store> {
  const objects = path.join(folder, "objects");
  await mkdir(path.join(objects, BUCKET), { recursive: true }); // a folder is a bucket
  const address = `${host.address}:${PORT}`;
  const options = ["--port", address, "--region", "us-east-1", "--health", "/health", "--quiet"];
  start(host, "store", [program, ...options, "posix", objects], {
    ROOT_ACCESS_KEY: CREDENTIALS.AWS_ACCESS_KEY_ID,
    ROOT_SECRET_KEY: CREDENTIALS.AWS_SECRET_ACCESS_KEY,
  });
  await until({ what: "the object store", withinMs: STARTED_WITHIN_MS }, () =>
    fetch(`http://${address}/health`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  const endpoint = encodeURIComponent(`http://${address}`);
  const query = `region=us-east-1&endpoint=${endpoint}&path_style=1${isPresigned ? "&presigned=1" : ""}`;
  return {
    env: { ...CREDENTIALS, ASSAY_STORAGE_URL: `s3://${BUCKET}/${PREFIX}?${query}` },
    folder: path.join(objects, BUCKET, PREFIX, "blobs"),
    how: isPresigned ? "in S3, fetched by signed URLs" : "in S3, fetched through the service",
  };
}

/** Every file that the database names is in the store, with the bytes of its digest; read past the service. */
export async function checkBlobs({ query }: Evidence, { folder }: Store): Promise<Check> {
  const blobs = await query<{ sha256: string }>("select distinct sha256 from files");
  const faults = await lookAtEach(blobs, async ({ sha256 }) => {
    const bytes = await readFile(path.join(folder, sha256.slice(0, 2), sha256));
    return hash("sha256", bytes) === sha256 ? [] : [`the bytes of ${sha256} have another digest`];
  });
  return { what: `${blobs.length} blobs in the store have the bytes of their digests`, faults };
}
