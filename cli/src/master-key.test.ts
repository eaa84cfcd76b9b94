import { createCipheriv } from "node:crypto";
import { buildApp } from "@assay/server/src/app.ts";
import { loadSigner, rotateKey } from "@assay/server/src/certificates/keys.ts";
import { createSecrets } from "@assay/server/src/platform/auth/secrets.ts";
import { bodyOf } from "@assay/server/test/given.ts";
import { isSigned, startReceiver } from "@assay/server/test/receiver.ts";
import { startService } from "@assay/server/test/service.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { run } from "./run.ts";

const [NEW, OLD] = [Buffer.alloc(32, 9), Buffer.alloc(32, 7)];
const service = await startService({ secrets: createSecrets(OLD) });
const { request, db, deps } = service;

async function rotate(...keys: readonly Buffer[]) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const ASSAY_MASTER_KEY = keys.map((key) => key.toString("base64")).join();
  const { databaseUrl: DATABASE_URL, databaseDirectUrl: DATABASE_DIRECT_URL } = deps.config;
  const env = { DATABASE_URL, DATABASE_DIRECT_URL, ASSAY_MASTER_KEY };
  const code = await run(["master-key", "rotate"], { env, print, note: print });
  return { code, printed: printed.join("\n") };
}

/** Encrypts like versions without derived keys. */
function encryptedBefore(text: string): Buffer {
  const iv = Buffer.alloc(12, 5);
  const cipher = createCipheriv("aes-256-gcm", OLD, iv);
  const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]);
}

test("after a rotation the new master key alone decrypts everything", async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const webhook = bodyOf(await request("POST", "/v1/webhooks", { url: receiver.url }), 201);
  const older = bodyOf(await request("POST", "/v1/webhooks", { url: `${receiver.url}/older` }), 201);
  await db
    .updateTable("webhooks")
    .set({ secret_encrypted: encryptedBefore(older.secret) })
    .where("id", "=", older.id)
    .execute();
  bodyOf(await request("POST", `/v1/webhooks/${webhook.id}/rotate-secret`, { overlap_seconds: 3_600 }), 200);
  const { id: signingKey } = await rotateKey(deps);
  const once = { "idempotency-key": "once" };
  const first = bodyOf(await request("POST", "/v1/members", { name: "Ada" }, once), 201);
  const invited = { name: "Eve", email: "eve@acme.test", role: "reviewer" };
  bodyOf(await request("POST", "/v1/members", invited), 201);
  const before = await sealedValues();
  expect(before.length).toBeGreaterThanOrEqual(6);

  expect(await rotate(NEW)).toMatchObject({ code: 1, printed: expect.stringContaining("master key") });
  const owner = await db.startTransaction().execute();
  onTestFinished(() => owner.rollback().execute());
  await sql`set local application_name = 'assay 4711'`.execute(owner); // as the owner of an embedded database does
  const done = `Nothing stored needs the older key (fingerprint ${createSecrets(OLD).fingerprints[0]}).`;
  expect(await rotate(NEW, OLD)).toEqual({
    code: 0,
    printed: `encrypted with the first master key: ${before.length}\n${done} Remove it from every process in an hour.`,
  });
  expect((await rotate(NEW, OLD)).printed).toContain("encrypted with the first master key: 0");

  const secrets = createSecrets(NEW);
  const texts = (await sealedValues()).map(secrets.decrypt);
  expect(texts).toContain(older.secret);
  expect(texts).toContain(webhook.secret); // signs until its overlap ends
  expect((await loadSigner({ ...deps, secrets })).id).toBe(signingKey);
  const app = await buildApp({ ...deps, secrets });
  onTestFinished(() => app.close());
  const headers = { authorization: `Bearer ${service.key}` };
  const payload = { name: "Ada" };
  const again = await app.inject({
    method: "POST",
    url: "/v1/members",
    headers: { ...headers, ...once },
    payload,
  });
  expect([again.statusCode, again.json()]).toEqual([201, first]);
  const url = `/v1/webhooks/${older.id}/test`;
  await app.inject({ method: "POST", url, headers, payload: { type: "batch.created" } });
  const [delivered] = await receiver.received(1);
  expect(delivered !== undefined && isSigned(delivered, older.secret)).toBe(true);
});

/** Every encrypted value in the database. */
async function sealedValues(): Promise<Buffer[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select secret_encrypted as sealed from webhooks
    union all select previous_secret_encrypted from webhooks where previous_secret_encrypted is not null
    union all select private_key_encrypted from signing_keys
    union all select body_encrypted from idempotency_keys where body_encrypted is not null
    union all select decode(payload ->> 'sealed', 'base64') from graphile_worker._private_jobs
      where payload ->> 'sealed' is not null`.execute(db);
  return rows.map(({ sealed }) => sealed);
}
