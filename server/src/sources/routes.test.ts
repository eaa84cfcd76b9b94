import { sql } from "kysely";
import { expect, test } from "vitest";
import { GIVEN_SOURCE } from "../../test/every-resource.ts";
import { startService } from "../../test/service.ts";
import { createOutbound } from "../platform/network/outbound.ts";

const service = await startService();
const { request, runJobs } = service;
const strict = await startService({ outbound: createOutbound([]) });

test("a source can be created, listed, changed, checked, synced and deleted, and never shows its credentials", async () => {
  const { status, headers, body: source } = await request("POST", "/v1/sources", GIVEN_SOURCE);

  expect([status, headers.location]).toEqual([201, `/v1/sources/${source.id}`]);
  expect(source).toMatchObject({
    ...{ name: "photographs/", kind: "s3", mode: "copy", status: "idle", credentials_hint: "…ssay" },
    config: { bucket: "photographs", prefix: "", region: null, path_style: false },
  });
  const path = `/v1/sources/${source.id}`;
  const credentials = { access_key_id: "other-key-id", secret_access_key: "other-source-secret" };
  const changed = await request("PATCH", path, { name: "Streets", credentials });
  expect(changed).toMatchObject({ status: 200, body: { name: "Streets", credentials_hint: "…y-id" } });
  expect((await request("GET", "/v1/sources")).body.data).toEqual([changed.body]);
  expect((await request("GET", path)).body).toEqual(changed.body);
  expect((await request("GET", "/v1/sources?limit=0")).status).toBe(400);
  expect(JSON.stringify([source, changed.body])).not.toContain("secret");
  const { rows } = await sql<{ row: string }>`select sources::text as row from sources`.execute(service.db);
  for (const secret of ["source-secret", "access_key_id"])
    for (const form of [secret, Buffer.from(secret).toString("hex")])
      expect(JSON.stringify(rows)).not.toContain(form);

  expect(await request("POST", `${path}/check`)).toMatchObject({
    status: 200,
    body: {
      ok: false,
      checks: [
        { operation: "connect", ok: true, message: null },
        {
          operation: "list",
          ok: false,
          message:
            "http://127.0.0.1:9 cannot be reached: its name is unknown, it refuses connections, or its address is not allowed",
        },
      ],
    },
  });
  expect(await request("POST", `${path}/sync`)).toMatchObject({ status: 202, body: { status: "syncing" } });
  expect(await request("POST", `${path}/sync`)).toMatchObject({ status: 202, body: { status: "syncing" } });
  await runJobs();
  expect((await request("GET", path)).body).toMatchObject({
    status: "failed",
    error: { code: "invalid_request", message: expect.stringContaining("cannot be reached") },
  });
  expect((await request("DELETE", path)).status).toBe(204);
  expect((await request("GET", path)).status).toBe(404);
});

test.each([
  ["http://127.0.0.1:9", "config.endpoint must begin with https://"],
  [
    "https://169.254.169.254",
    "config.endpoint must not point to a private network; an operator allows one with ASSAY_ALLOW_NETWORKS",
  ],
])("the endpoint %s of a private network is refused", async (endpoint, message) => {
  const config = { ...GIVEN_SOURCE.config, endpoint };

  expect(await strict.request("POST", "/v1/sources", { ...GIVEN_SOURCE, config })).toMatchObject({
    status: 400,
    body: { error: "invalid_request", message },
  });
});

test("an endpoint is an origin, and a name that leads to a private network is not reached", async () => {
  const config = { ...GIVEN_SOURCE.config, endpoint: "http://127.0.0.1:9/minio" };
  expect(await request("POST", "/v1/sources", { ...GIVEN_SOURCE, config })).toMatchObject({
    status: 400,
    body: { message: "config.endpoint must be an origin: no path, no query" },
  });

  const named = { ...GIVEN_SOURCE.config, endpoint: "https://localhost:9", path_style: true };
  const { body: source } = await strict.request("POST", "/v1/sources", { ...GIVEN_SOURCE, config: named });
  const { body } = await strict.request("POST", `/v1/sources/${source.id}/check`);
  expect(body.checks.at(-1)).toMatchObject({ operation: "list", ok: false });
});

test("an account has at most 50 sources", async () => {
  const account = await service.givenAccount();
  await sql`
    insert into sources (id, account_id, name, kind, mode, config, created_at, updated_at)
    select 'src_' || number, ${account.accountId}, '', 's3', 'copy', '{}', now(), now()
    from generate_series(1, 49) as number`.execute(service.db);
  expect((await account.request("POST", "/v1/sources", GIVEN_SOURCE)).status).toBe(201);

  expect(await account.request("POST", "/v1/sources", GIVEN_SOURCE)).toMatchObject({
    status: 403,
    body: { error: "limit_exceeded", message: "an account has at most 50 sources; delete one first" },
  });
});

test.each([
  ["huggingface", { url: "hf://datasets/acme/signs" }, { token: "hf_token_of_acme\n" }, "token"],
  ["s3", { bucket: "photographs" }, { access_key_id: "a b", secret_access_key: "c" }, "access_key_id"],
  [
    "s3",
    { bucket: "photographs" },
    { access_key_id: "a", secret_access_key: "c", session_token: "x\r\nhost: y" },
    "session_token",
  ],
])(
  "a secret of %s that no header can have is refused when it is sent",
  async (kind, config, credentials, field) => {
    expect(await request("POST", "/v1/sources", { kind, config, credentials })).toMatchObject({
      status: 400,
      body: {
        message: `credentials.${field} must be letters, digits and signs of ASCII, without spaces and line ends`,
      },
    });
  },
);
