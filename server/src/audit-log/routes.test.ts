import { expect, test } from "vitest";
import { givenBatch } from "../../test/given.ts";
import { startService, type TestAccount } from "../../test/service.ts";
import { newId } from "../platform/ids.ts";
import { sweepAuditLog } from "./sweep.ts";

const service = await startService();
const { db, deps, advance, givenAccount } = service;
const DAY_MS = 24 * 3_600_000;

async function list({ request }: TestAccount, query = "") {
  const { status, body } = await request("GET", `/v1/audit-log?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

/** Each change as "action of resource's type", oldest first. */
async function told(account: TestAccount, query = ""): Promise<string[]> {
  const { data } = await list(account, `limit=100&sort=created_at&${query}`);
  return data.map(
    ({ action, resource }: { action: string; resource: { type: string } }) => `${action} ${resource.type}`,
  );
}

test("a change is logged with its key, resource, time and request", async () => {
  const account = await givenAccount();

  const made = await account.request("POST", "/v1/projects", { annotation_type: "text_classification" });
  advance(5);
  const changed = await account.request("PATCH", `/v1/projects/${made.body.id}`, { name: "Roads" });

  const { data } = await list(account);
  const { id: key_id, name } = (await account.request("GET", "/v1/api-keys")).body.data[0];
  const resource = { type: "project", id: made.body.id, name: "Roads" };
  const actor = { type: "key", id: key_id, name };
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^chg_/),
      ...{
        actor,
        action: "changeProject",
        resource,
        rate: null,
        request_id: changed.headers["x-request-id"],
      },
      created_at: deps.now().toISOString(),
    },
    expect.objectContaining({ actor, action: "createProject", resource, created_at: made.body.created_at }),
  ]);
});

test("refused, repeated and dry-run requests, and those with their own record, are not logged", async () => {
  const account = await givenAccount();
  const once = { "idempotency-key": "once" };
  const { body: batch } = { body: await givenBatch(service, { account }) };
  const claimed = await account.request("POST", "/v1/tasks/claim", { batch_id: batch.id, annotator: "ann" });
  const [task] = claimed.body.data;
  const before = await told(account);

  const statuses = [
    await account.request("POST", "/v1/members", { name: "Ada" }, once),
    await account.request("POST", "/v1/members", { name: "Ada" }, once),
    await account.request("POST", "/v1/members", {}),
    await account.request("PATCH", `/v1/batches/${batch.id}`, { hold: true }, { "if-match": '"stale"' }),
    await account.request("POST", "/v1/items/bulk", {
      ...{ filter: { batch_id: batch.id }, action: "gold", dry_run: true },
    }),
    await account.request("POST", `/v1/batches/${batch.id}/gold?dry_run=true`, {
      gold: [{ external_id: "1", result: { label: "yes" } }],
    }),
    await account.request("PUT", `/v1/tasks/${task.id}/draft`, { draft: {} }),
    await account.request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }),
  ].map(({ status }) => status);

  expect(statuses).toEqual([201, 201, 400, 412, 200, 200, 200, 200]);
  expect(await told(account)).toEqual([...before, "createMember member"]);
});

test("every operation that changes something is logged once, also under an Idempotency-Key", async () => {
  const account = await givenAccount();
  const { request } = account;
  const batch = await givenBatch(service, { account, settings: { quality_level: "none" } });
  const { body: hook } = await request(
    "POST",
    "/v1/webhooks",
    { url: "http://127.0.0.1:9/" },
    { "idempotency-key": "k" },
  );
  const { body: key } = await request("POST", "/v1/api-keys", { name: "ci", scopes: ["events:read"] });

  await request("PATCH", "/v1/account", { name: "Roads" });
  await request("DELETE", `/v1/api-keys/${key.id}`);
  await request("POST", `/v1/webhooks/${hook.id}/rotate-secret`, {});
  await request("POST", `/v1/batches/${batch.id}/start`);
  await request("POST", "/v1/items/bulk", {
    filter: { batch_id: batch.id },
    action: "priority",
    priority: 1,
  });
  await request("POST", "/v1/exports", { batch_id: batch.id });
  await request("DELETE", `/v1/batches/${batch.id}`);

  expect(await told(account)).toEqual([
    ...["createProject project", "createBatch batch", "createWebhook webhook", "createApiKey key"],
    ...["changeAccount account", "revokeApiKey key", "rotateWebhookSecret webhook", "startBatch batch"],
    ...["bulkItems job", "createExport export", "deleteBatch batch"],
  ]);
});

test("changes can be filtered by actor, action, resource and time, page by page", async () => {
  const account = await givenAccount();
  const { body: key } = await account.request("POST", "/v1/api-keys", { name: "ci" });
  const other = { ...account, request: service.requestWith(key.key) };
  const { body: member } = await other.request("POST", "/v1/members", { name: "Ada" });
  advance(1);
  await account.request("PATCH", `/v1/members/${member.id}`, { name: "Eve" });
  const time = deps.now().toISOString();

  expect(await told(account, `actor=${key.id}`)).toEqual(["createMember member"]);
  expect(await told(account, `resource=${member.id}`)).toEqual([
    "createMember member",
    "changeMember member",
  ]);
  expect(await told(account, "action=changeMember")).toEqual(["changeMember member"]);
  expect(await told(account, `created_before=${time}`)).toEqual(["createApiKey key", "createMember member"]);
  const first = await list(account, "limit=2");
  const second = await list(account, `limit=2&cursor=${first.next_cursor}`);
  expect([first.data.length, second.data.length, second.has_more]).toEqual([2, 1, false]);
});

test("no other account can read it by any id, and a key needs members:read", async () => {
  const account = await givenAccount();
  const { body: member } = await account.request("POST", "/v1/members", { name: "Ada" });
  const stranger = await givenAccount();
  const { body: key } = await account.request("POST", "/v1/api-keys", { name: "r", scopes: ["events:read"] });

  expect(await told(stranger, `resource=${member.id}`)).toEqual([]);
  expect((await service.requestWith(key.key)("GET", "/v1/audit-log")).status).toBe(403);
  for (const query of ["limit=0", "cursor=x", "created_after=2026", "sort=updated_at"])
    expect((await account.request("GET", `/v1/audit-log?${query}`)).status).toBe(400);
});

test("changes are kept for 400 days", async () => {
  const account = await givenAccount();
  const { body: member } = await account.request("POST", "/v1/members", { name: "Ada" });
  const row = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("resource_id", "=", member.id)
    .executeTakeFirstOrThrow();
  for (const days of [399, 401]) {
    const created_at = new Date(deps.now().getTime() - days * DAY_MS);
    await db
      .insertInto("audit_log")
      .values({ ...row, rate: null, id: newId("change"), action: `${days}`, created_at })
      .execute();
  }

  await sweepAuditLog(deps);

  expect(await told(account)).toEqual(["399 member", "createMember member"]);
});

test("deleted members appear under their pseudonym", async () => {
  const account = await givenAccount();
  const { body: member } = await account.request("POST", "/v1/members", { name: "Ada" });
  await db
    .updateTable("audit_log")
    .set({ actor_id: member.id })
    .where("resource_id", "=", member.id)
    .execute();
  const actorOf = async () => (await list(account, `actor=${member.id}`)).data[0].actor;
  expect(await actorOf()).toEqual({ type: "member", id: member.id, name: "Ada" });

  await account.request("DELETE", `/v1/members/${member.id}`);

  expect((await actorOf()).name).toMatch(/^Former member/);
});

test("what was changed has its name now, of a webhook the host, for those who may read it", async () => {
  const account = await givenAccount();
  const { request } = account;
  const batch = await givenBatch(service, { account, settings: { name: "Night" } });
  await request("POST", "/v1/members", { name: "Ada" });
  await request("POST", "/v1/webhooks", { url: "http://127.0.0.1:9/hooks/secret?token=x" });
  const { body: key } = await request("POST", "/v1/api-keys", { name: "ci", scopes: ["members:read"] });
  await request("PATCH", "/v1/account", { name: "Acme" });
  const names = async ({ request }: Pick<TestAccount, "request">) => {
    const { body } = await request("GET", "/v1/audit-log?limit=100&sort=created_at");
    return body.data.map(({ resource }: { resource: { name: string | null } }) => resource.name);
  };

  expect(await names(account)).toEqual(["Night", "Untitled batch", "Ada", "127.0.0.1:9", "ci", "Acme"]);
  expect(await names({ request: service.requestWith(key.key) })).toEqual([
    ...[null, null, "Ada", null, "ci", "Acme"],
  ]);
  await request("DELETE", `/v1/batches/${batch.id}`);
  expect((await names(account))[1]).toBeNull();
});
