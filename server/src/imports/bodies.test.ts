import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceError } from "@assay/domain/errors.ts";
import { describe, expect, test } from "vitest";
import { givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { diskBlobs } from "../platform/blobs/disk.ts";

const NDJSON = { "content-type": "application/x-ndjson" };
const service = await startService();

/** A service whose disk is full, simulated by the file system's error. */
const full = await startService({
  blobs: {
    ...(await diskBlobs(await mkdtemp(join(tmpdir(), "assay-full-")))),
    stage: async () => {
      throw new ServiceError("insufficient_storage", "the service's disk is full");
    },
  },
});

const KINDS = [
  ["annotations", { external_id: "1", annotator: "ann", result: { label: "yes" } }],
  ["predictions", { external_id: "1", model: "m", result: { label: "yes" } }],
  ["gold", { external_id: "1", result: { label: "yes" } }],
] as const;

describe.each(KINDS)("a bulk import of %s", (kind, line) => {
  const body = JSON.stringify(line);

  test("refuses a content type that is neither JSON nor JSON lines, and bodies that are too large", async () => {
    const { id } = await givenBatch(service, { texts: 1 });
    const url = `/v1/batches/${id}/${kind}`;
    const tooLarge = { ...NDJSON, "content-length": String(257 * 1024 * 1024) };

    expect(await service.request("POST", url, "a,b", { "content-type": "text/csv" })).toMatchObject({
      status: 415,
    });
    expect(await service.request("POST", url, body, tooLarge)).toMatchObject({
      status: 413,
      body: { error: "payload_too_large" },
    });
  });

  test("with an Idempotency-Key runs once: a repeat that is too early or has another body is refused", async () => {
    const { id } = await givenBatch(service, { texts: 1 });
    const url = `/v1/batches/${id}/${kind}`;
    const headers = { ...NDJSON, "idempotency-key": `once-${kind}` };
    expect((await service.request("POST", url, body, headers)).status).toBe(200);

    const other = await service.request("POST", url, body.replace("yes", "no"), headers);
    expect(other).toMatchObject({ status: 422, body: { error: "idempotency_key_reused" } });
    await service.db
      .updateTable("idempotency_keys")
      .set({ status: null, lease_expires_at: new Date(service.deps.now().getTime() + 60_000) })
      .where("key", "=", `once-${kind}`)
      .execute();
    expect(await service.request("POST", url, body, headers)).toMatchObject({
      status: 409,
      body: { error: "idempotency_in_progress" },
      headers: { "retry-after": "1" },
    });
  });

  test("on a full disk reports that, and stores nothing", async () => {
    const { id } = await givenBatch(full, { texts: 1 });

    expect(await full.request("POST", `/v1/batches/${id}/${kind}`, body, NDJSON)).toMatchObject({
      status: 507,
      body: { error: "insufficient_storage" },
    });
  });
});

test("an upload to a full disk reports that, and leaves nothing", async () => {
  const response = await full.request("POST", "/v1/uploads", { files: [{ filename: "a.txt", text: "a" }] });

  expect(response).toMatchObject({ status: 507, body: { error: "insufficient_storage" } });
  expect(await full.db.selectFrom("files").select("id").where("filename", "=", "a.txt").execute()).toEqual(
    [],
  );
});

test("a repeated upload is refused while the first request is still running", async () => {
  const headers = { "idempotency-key": "slow" };
  const body = { files: [{ filename: "a.txt", text: "a" }] };
  expect((await service.request("POST", "/v1/uploads", body, headers)).status).toBe(201);
  await service.db
    .updateTable("idempotency_keys")
    .set({ status: null, lease_expires_at: new Date(service.deps.now().getTime() + 60_000) })
    .where("key", "=", "slow")
    .execute();

  expect(await service.request("POST", "/v1/uploads", body, headers)).toMatchObject({ status: 409 });
});
