import { createPublicKey, verify } from "node:crypto";
import { readCheckpoint } from "@assay/domain/log/checkpoint.ts";
import { openNote, readVerifierKey } from "@assay/domain/log/note.ts";
import { readProof } from "@assay/domain/log/proof.ts";
import { readEntryBundle } from "@assay/domain/log/tiles.ts";
import { isIncluded, leafHash, rootOf } from "@assay/domain/log/tree.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { sha256 } from "../platform/sha256.ts";
import { appendToLog } from "./append.ts";
import { proofOf, readHead } from "./checkpoint.ts";

const service = await startService({ baseUrl: "https://labels.example.com" });
const { anonymous, db, deps, request } = service;

async function append(count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < count; at += 1)
      await appendToLog(tx, { at: deps.now(), type: "revocation", certificate_id: `cert_${at}` });
  });
}

async function get(path: string): Promise<Buffer> {
  const { status, bytes } = await request("GET", `/log/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return bytes;
}

function isSigned(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString("base64url");
  return verify(
    null,
    text,
    createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }),
    signature,
  );
}

async function checkpoint() {
  const key = readVerifierKey(sha256, String(await get("key")).trim());
  return readCheckpoint(openNote(sha256, isSigned, String(await get("checkpoint")), key));
}

test("the empty log has a signed checkpoint under the installation's name, and no tile", async () => {
  expect(await checkpoint()).toEqual({
    origin: "labels.example.com/log",
    size: 0,
    root: new Uint8Array(sha256(Buffer.alloc(0))),
  });
  expect((await anonymous("GET", "/log/tile/0/000")).status).toBe(404);
});

test("tiles and bundles give the tree of the checkpoint, without a key", async () => {
  await append(600);
  const { size, root } = await checkpoint();
  const bundles = [
    await get("tile/entries/000"),
    await get("tile/entries/001"),
    await get("tile/entries/002.p/88"),
  ];
  const leaves = bundles.flatMap(readEntryBundle).map((entry) => leafHash(sha256, entry));
  const level0 = Buffer.concat([
    await get("tile/0/000"),
    await get("tile/0/001"),
    await get("tile/0/002.p/88"),
  ]);
  const level1 = await get("tile/1/000.p/2");

  expect(size).toBe(600);
  expect(Buffer.from(rootOf(sha256, leaves))).toEqual(Buffer.from(root));
  expect(level0).toEqual(Buffer.concat(leaves));
  expect(level1).toEqual(
    Buffer.concat([rootOf(sha256, leaves.slice(0, 256)), rootOf(sha256, leaves.slice(256, 512))]),
  );
  const tile = await anonymous("GET", "/log/tile/0/000");
  expect(tile.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const { headers } = await anonymous("GET", "/log/checkpoint");
  expect(headers).toMatchObject({ "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
});

test.each(["tile/0/002", "tile/0/002.p/89", "tile/2/000.p/1", "tile/0/x001/000", "tile/0/7"])(
  "what the log does not have is a 404: %s",
  async (path) => {
    const { status, body } = await anonymous("GET", `/log/${path}`);
    expect([status, body.error]).toEqual([404, "not_found"]);
  },
);

test("the proof of each entry verifies against the checkpoint in it", async () => {
  const head = await readHead(db);
  const key = readVerifierKey(sha256, String(await get("key")).trim());
  const entries = readEntryBundle(await get("tile/entries/001"));
  for (const at of [0, 1, 100, 255]) {
    const { index, hashes, checkpoint } = readProof(await proofOf(deps, 256 + at, head));
    const { size, root } = readCheckpoint(openNote(sha256, isSigned, checkpoint, key));
    const leaf = leafHash(sha256, entries[at] ?? expect.fail("no entry"));
    expect(isIncluded(sha256, { index, size, leaf, proof: hashes, root })).toBe(true);
  }
});

test("a checkpoint covers committed entries only", async () => {
  const { size } = await checkpoint();
  const open = db.transaction().execute(async (tx) => {
    await appendToLog(tx, { at: deps.now(), type: "revocation", certificate_id: "cert_open" });
    expect((await readHead(tx)).size).toBe(size + 1);
    expect((await checkpoint()).size).toBe(size);
    throw new Error("not committed");
  });
  await expect(open).rejects.toThrow("not committed");
  expect((await checkpoint()).size).toBe(size);
});

test("anonymous readers of the log share the limit of their network", async () => {
  let answer = await anonymous("GET", "/log/checkpoint");
  for (let at = 0; at < 60 && answer.status === 200; at += 1)
    answer = await anonymous("GET", "/log/checkpoint");
  expect(answer.status).toBe(429);
  expect((await anonymous("GET", "/log/key")).status).toBe(429);
});

test("the private key is stored encrypted", async () => {
  const { rows } = await sql<{ sealed: Buffer }>`select private_key_encrypted as sealed from log_key`.execute(
    db,
  );
  expect(rows.map(({ sealed }) => String(sealed).includes("PRIVATE KEY"))).toEqual([false]);
  expect(deps.secrets.decrypt(rows[0]?.sealed ?? Buffer.alloc(0))).toContain("PRIVATE KEY");
});
