import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { freePort } from "./free-port.ts";

declare module "vitest" {
  interface ProvidedContext {
    s3: TestS3;
  }
}

/** An S3 server with one empty bucket. */
export interface TestS3 {
  /** The server's origin. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
}

/** The variables from which the AWS SDK reads the credentials of the test server. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: "assay", AWS_SECRET_ACCESS_KEY: "assay-test-secret" };

const BUCKET = "assay-test";
const REGION = "us-east-1";
const STARTS_WITHIN_MS = 30_000;

/** A value for `ASSAY_STORAGE_URL`; a test that gives a prefix of its own sees no other test's objects. */
export function storageUrl({ endpoint, bucket, region }: TestS3, prefix: string): string {
  return `s3://${bucket}/${prefix}?region=${region}&endpoint=${encodeURIComponent(endpoint)}&path_style=1`;
}

/** Vitest's global set-up: a `versitygw` on loopback with its files in a temporary folder, one for all projects. */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ("s3" in vitest.getProvidedContext()) return undefined;
  const { s3, stop } = await startS3();
  vitest.provide("s3", s3);
  // Workers inherit these: the store of the tests' services.
  Object.assign(process.env, S3_CREDENTIALS, { TEST_STORAGE_URL: storageUrl(s3, "services") });
  return stop;
}

/**
 * The settings of a process whose files are under a prefix of their own in the S3 server of the tests; none if the tests
 * run without one.
 */
export function ownStorage(): Readonly<Record<string, string>> {
  const ASSAY_STORAGE_URL = process.env.TEST_STORAGE_URL?.replace("/services?", `/${randomUUID()}?`);
  return ASSAY_STORAGE_URL === undefined ? {} : { ...S3_CREDENTIALS, ASSAY_STORAGE_URL };
}

/** A server of a test file's own. */
export interface StartedS3 {
  readonly s3: TestS3;
  /** The folder of buckets. */
  readonly buckets: string;
  /** Runs `versitygw admin`, such as `create-user`. */
  readonly admin: (...command: string[]) => void;
  readonly stop: () => Promise<void>;
}

/** Starts `versitygw`, an S3 server that stores objects as files. Objects end with `stop`. */
export async function startS3({
  versions = false,
  disk,
}: {
  /** Whether buckets can keep versions. */ versions?: boolean;
  /** A folder for the buckets. */ disk?: string;
} = {}): Promise<StartedS3> {
  const folder = await mkdtemp(join(tmpdir(), "assay-s3-"));
  const [older, users] = [join(folder, "versions"), join(folder, "users")];
  const buckets = disk ?? join(folder, "buckets");
  await mkdir(join(buckets, BUCKET), { recursive: true }); // a folder is a bucket
  await mkdir(older);
  await mkdir(users);
  const address = `127.0.0.1:${await freePort()}`;
  const { AWS_ACCESS_KEY_ID: ROOT_ACCESS_KEY, AWS_SECRET_ACCESS_KEY: ROOT_SECRET_KEY } = S3_CREDENTIALS;
  const child = spawn(
    findProgram(),
    [
      ...["--port", address, "--region", REGION, "--health", "/health", "--quiet"],
      ...["--iam-dir", users, "posix"],
      ...[...(versions ? ["--versioning-dir", older] : []), buckets],
    ],
    { stdio: ["ignore", "ignore", "inherit"], env: { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } },
  );
  const endpoint = `http://${address}`;
  await untilAnswers(child, `${endpoint}/health`);
  async function stop(): Promise<void> {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true });
  }
  const root = ["-a", ROOT_ACCESS_KEY, "-s", ROOT_SECRET_KEY, "-er", endpoint];
  return {
    s3: { endpoint, bucket: BUCKET, region: REGION },
    buckets,
    admin: (...command) => void execFileSync(findProgram(), ["admin", ...root, ...command]),
    stop,
  };
}

async function untilAnswers(child: ChildProcess, url: string): Promise<void> {
  let failure: Error | undefined;
  child.once("error", (cause) => {
    failure = new Error("versitygw is needed: see .ci/run", { cause });
  });
  child.once("exit", () => {
    failure ??= new Error("versitygw did not start");
  });
  for (const end = Date.now() + STARTS_WITHIN_MS; ; ) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    if (failure !== undefined) throw failure;
    if (Date.now() > end) throw new Error(`versitygw did not answer within ${STARTS_WITHIN_MS} ms`);
    await delay(50);
  }
}

/** `$VERSITYGW`, otherwise the one that `go install` makes, otherwise the one in `PATH`. */
function findProgram(): string {
  const given = process.env.VERSITYGW;
  if (given) return given;
  try {
    const folder = execFileSync("go", ["env", "GOPATH"], { encoding: "utf8" }).trim();
    const built = join(folder, "bin", "versitygw");
    if (existsSync(built)) return built;
  } catch {
    // without Go it can only be in PATH
  }
  return "versitygw";
}
