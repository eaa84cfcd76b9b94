import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { writePart } from "../../test/stored.ts";
import { completeSent } from "./complete.ts";
import { directPart, lease, leaseComplete, readAgain } from "./lease.ts";

const service = await startService();
const keyOf = (id: string) => ({ id, account_id: service.accountId });
const { db, deps, request, runJobs } = service;
const text = Buffer.from("A text that goes straight to the store.");
const sha256 = createHash("sha256").update(text).digest("hex");

async function givenAnnounced(extra = {}): Promise<string> {
  const { status, body } = await request("POST", "/v1/uploads", {
    filename: "a.txt",
    size_bytes: text.length,
    ...extra,
  });
  expect(status).toBe(201);
  return body.id;
}

/** Puts bytes where a client of the store would; a folder has no clients, but is the same to the service. */
const send = (id: string, bytes: Buffer) => writePart(deps, directPart(id), bytes);

const complete = (id: string) => request("POST", `/v1/uploads/${id}/complete`);

test("bytes that were sent straight to the store become files once the client says so", async () => {
  const id = await givenAnnounced({ sha256 });
  await send(id, text);

  expect(await complete(id)).toMatchObject({
    status: 200,
    body: { status: "processing", offset: text.length },
  });
  expect(await complete(id)).toMatchObject({ status: 200, body: { status: "processing" } });
  await runJobs();

  expect((await complete(id)).body).toMatchObject({ status: "ready", sha256, files: [{ sha256 }] });
  expect(await deps.blobs.unfinished.findSize(directPart(id))).toBeUndefined();
});

test("an upload without exactly its bytes is not complete", async () => {
  const id = await givenAnnounced();

  const refused = { status: 409, body: { error: "invalid_state" } };
  expect(await complete(id)).toMatchObject(refused);
  await send(id, text.subarray(1));
  expect(await complete(id)).toMatchObject(refused);
  await send(id, Buffer.concat([text, text]));
  expect(await complete(id)).toMatchObject(refused);

  await send(id, text);
  expect(await complete(id)).toMatchObject({ status: 200 });
});

test("bytes with another digest are removed, and can be sent again", async () => {
  const id = await givenAnnounced({ sha256 });
  await send(id, Buffer.from(text).fill("x"));

  expect(await complete(id)).toMatchObject({ status: 422, body: { error: "checksum_mismatch" } });
  expect(await deps.blobs.unfinished.findSize(directPart(id))).toBeUndefined();

  await send(id, text);
  expect(await complete(id)).toMatchObject({ status: 200, body: { status: "processing" } });
});

test("an upload is not completed while a request sends its bytes, and not once it has expired", async () => {
  const id = await givenAnnounced();
  await send(id, text);
  await lease(deps, keyOf(id), { writer: randomUUID(), offset: 0 });

  expect(await complete(id)).toMatchObject({ status: 423, body: { error: "locked" } });

  await db.updateTable("uploads").set({ status: "expired" }).where("id", "=", id).execute();
  expect(await complete(id)).toMatchObject({ status: 410, body: { error: "gone" } });
});

test("a deleted upload leaves nothing of what was sent straight to the store", async () => {
  const id = await givenAnnounced();
  await send(id, text);

  expect(await request("DELETE", `/v1/uploads/${id}`)).toMatchObject({ status: 204 });
  await runJobs();

  expect(await deps.blobs.unfinished.findSize(directPart(id))).toBeUndefined();
});

test("one request at a time completes an upload, and a repeat that began before it ended changes nothing", async () => {
  const id = await givenAnnounced();
  await send(id, text);
  const before = await readAgain(db, keyOf(id));
  const received = { status: "uploading", received_bytes: text.length } as const;
  const unfinished = JSON.stringify([{ name: directPart(id), bytes: text.length }]);
  await db
    .updateTable("uploads")
    .set({ ...received, unfinished })
    .where("id", "=", id)
    .execute();
  await leaseComplete(deps, keyOf(id), "another");

  expect(await complete(id)).toMatchObject({ status: 423, body: { error: "locked" } });
  await db.updateTable("uploads").set({ writer: null }).where("id", "=", id).execute();
  expect(await complete(id)).toMatchObject({ status: 200, body: { status: "processing" } });

  expect(await completeSent(deps, before)).toMatchObject({ status: "processing", writer: null });
});

test("an upload that is deleted while it is completed is not found, and no error is lost meanwhile", async () => {
  const id = await givenAnnounced();
  await send(id, text);
  const { blobs } = deps;
  const meanwhile = {
    ...blobs,
    unfinished: {
      ...blobs.unfinished,
      stage: async (parts: Parameters<typeof blobs.unfinished.stage>[0]) => {
        await request("DELETE", `/v1/uploads/${id}`);
        return blobs.unfinished.stage(parts);
      },
    },
    // longer than a query: Node ends a process whose promise fails while nothing awaits it
    discard: async (staged: Parameters<typeof blobs.discard>[0]) => {
      await request("GET", "/v1/uploads");
      await blobs.discard(staged);
    },
  };

  const completing = completeSent({ ...deps, blobs: meanwhile }, await readAgain(db, keyOf(id)));

  await expect(completing).rejects.toMatchObject({ code: "not_found" });
});
