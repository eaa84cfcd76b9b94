import { PutBucketPolicyCommand, type S3Client } from "@aws-sdk/client-s3";
import { vi } from "vitest";
import type { StartedS3 } from "./s3.ts";

const ACCESS = "assay-user";

/** The secret of the user, for tests that look for it where it must not be. */
export const USER_SECRET = "assay-user-secret";

/** A user of a `versitygw` that `startS3` started, who may do with `bucket` what is allowed. `client` is one of its owner. */
export async function givenUser({
  admin,
  client,
  bucket,
}: Pick<StartedS3, "admin"> & { readonly client: S3Client; readonly bucket: string }) {
  const create = () => admin("create-user", "-a", ACCESS, "-s", USER_SECRET, "-r", "user");
  create();
  return {
    create,
    remove: () => admin("delete-user", "-a", ACCESS),
    /** Replaces what the user may do. */
    async allow(...Action: string[]): Promise<void> {
      const Resource = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`];
      const Statement = [{ Effect: "Allow", Principal: [ACCESS], Action, Resource }];
      await client.send(
        new PutBucketPolicyCommand({ Bucket: bucket, Policy: JSON.stringify({ Statement }) }),
      );
    },
    /** Runs `work` with the credentials of the user; a client keeps those of its first request. */
    async asUser<T>(work: () => Promise<T>): Promise<T> {
      vi.stubEnv("AWS_ACCESS_KEY_ID", ACCESS);
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", USER_SECRET);
      try {
        return await work();
      } finally {
        vi.unstubAllEnvs();
      }
    },
  };
}
