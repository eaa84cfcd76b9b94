import { expect, test } from "vitest";
import { startService, type TestAccount, untilSomeoneWaits } from "../../../test/service.ts";
import { lockAccount } from "../../accounts/store.ts";
import { newId } from "../../platform/ids.ts";

const service = await startService();
const { db, deps } = service;

async function givenMember({ request }: TestAccount, body: object = {}) {
  const response = await request("POST", "/v1/members", { name: "Ada", ...body });
  return response.body;
}

async function ownerOf({ request }: TestAccount) {
  const { body } = await request("GET", "/v1/members?role=owner&sort=created_at");
  return body.data[0];
}

async function givenProject({ accountId: account_id }: TestAccount): Promise<string> {
  const id = newId("project");
  await db
    .insertInto("projects")
    .values({
      id,
      account_id,
      name: "Streets",
      annotation_type: "object_detection",
      canonical_type: "object_detection",
      export_format: "coco",
      quality_level: "standard",
      status: "active",
      created_at: deps.now(),
      updated_at: deps.now(),
    })
    .execute();
  return id;
}

/** A task that the member holds, on an item that nobody else can claim meanwhile. */
async function givenLease(
  { accountId: account_id }: TestAccount,
  member_id: string,
): Promise<{ task: string; item: string }> {
  const [task, item, batch_id] = [newId("task"), newId("item"), newId("batch")];
  const common = { account_id, batch_id, metadata: "{}", priority: 0 };
  await db
    .insertInto("items")
    .values({
      ...common,
      id: item,
      position: 0,
      file_id: newId("file"),
      overlap_required: 1,
      open_slots: 0,
      claim_order: 1,
    })
    .execute();
  await db
    .insertInto("tasks")
    .values({
      id: task,
      account_id,
      batch_id,
      item_id: item,
      kind: "annotate",
      round: 1,
      status: "leased",
      member_id,
      guideline_version: 1,
      draft: JSON.stringify({ label: "cat" }),
      lease_expires_at: new Date(deps.now().getTime() + 900_000),
      created_at: deps.now(),
      updated_at: deps.now(),
    })
    .execute();
  return { task, item };
}

test("a member is added, read and listed", async () => {
  const account = await service.givenAccount();
  const project = await givenProject(account);

  const created = await account.request("POST", "/v1/members", {
    name: "Ada",
    email: "ada@acme.test",
    role: "reviewer",
    external_id: "rater-7",
    project_ids: [project],
    groups: ["night shift"],
  });

  const { body } = created;
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe(`/v1/members/${body.id}`);
  expect(body).toEqual({
    id: expect.stringMatching(/^mem_/),
    name: "Ada",
    email: "ada@acme.test",
    role: "reviewer",
    kind: "person",
    may_annotate: true,
    external_id: "rater-7",
    project_ids: [project],
    groups: ["night shift"],
    active: true,
    sign_in: "invited",
    invited_until: "2026-11-28T03:00:00.000Z",
    invitation: {
      url: expect.stringMatching(/^http:\/\/localhost:8080\/join\/[\w-]{43}$/),
      expires_at: "2026-11-28T03:00:00.000Z",
    },
    paused: [],
    qualifications: [],
    last_active_at: null,
    deactivated_at: null,
    created_at: deps.now().toISOString(),
    updated_at: deps.now().toISOString(),
  });
  const { invitation: _, ...member } = body;
  expect((await account.request("GET", `/v1/members/${body.id}`)).body).toEqual(member);
  for (const query of ["role=reviewer", "external_id=rater-7"]) {
    expect((await account.request("GET", `/v1/members?${query}`)).body.data).toEqual([member]);
  }
  expect((await account.request("GET", "/v1/members?active=false")).body.data).toEqual([]);
  expect((await account.request("GET", "/v1/members")).body.data).toHaveLength(2);
});

test("a member with only a name is an annotator of every project", async () => {
  const { role, project_ids, groups, email } = await givenMember(await service.givenAccount());

  expect({ role, project_ids, groups, email }).toEqual({
    role: "annotator",
    project_ids: null,
    groups: [],
    email: null,
  });
});

test.each([
  [{ email: "ADA@acme.test" }, "e-mail address"],
  [{ external_id: "rater-7" }, "external id"],
])("a second member with %j is refused, when added and when changed", async (taken, field) => {
  const account = await service.givenAccount();
  await givenMember(account, { email: "ada@acme.test", external_id: "rater-7" });
  const { id } = await givenMember(account, { name: "Bob" });

  const added = await account.request("POST", "/v1/members", { name: "Eve", ...taken });
  const changed = await account.request("PATCH", `/v1/members/${id}`, taken);

  const expected = { error: "conflict", message: expect.stringContaining(field) };
  expect([added, changed]).toMatchObject([
    { status: 409, body: expected },
    { status: 409, body: expected },
  ]);
  await givenMember(await service.givenAccount(), { name: "Eve", ...taken });
});

test("the 404 of another account's project names it", async () => {
  const account = await service.givenAccount();
  const foreign = await givenProject(await service.givenAccount());

  const response = await account.request("POST", "/v1/members", { name: "Ada", project_ids: [foreign] });

  expect(response).toMatchObject({ status: 404, body: { message: expect.stringContaining(foreign) } });
});

test("a change keeps the fields that it does not name", async () => {
  const account = await service.givenAccount();
  const member = await givenMember(account, { email: "ada@acme.test", groups: ["night shift"] });
  service.advance(1_000);

  const { body } = await account.request("PATCH", `/v1/members/${member.id}`, {
    role: "manager",
    email: null,
  });

  const { invitation: _, ...kept } = member;
  expect(body).toEqual({
    ...kept,
    ...{ sign_in: "none", invited_until: null }, // the link was for the removed address
    role: "manager",
    email: null,
    updated_at: deps.now().toISOString(),
  });
});

test("deactivating releases leases and keeps drafts; the member can be reactivated", async () => {
  const account = await service.givenAccount();
  const { id } = await givenMember(account);
  const { task, item } = await givenLease(account, id);

  const away = await account.request("PATCH", `/v1/members/${id}`, { active: false });

  expect(away.body).toMatchObject({ active: false, deactivated_at: deps.now().toISOString() });
  const row = await db.selectFrom("tasks").selectAll().where("id", "=", task).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: "released", draft: { label: "cat" } });
  const { open_slots } = await db
    .selectFrom("items")
    .select("open_slots")
    .where("id", "=", item)
    .executeTakeFirstOrThrow();
  expect(open_slots).toBe(1);
  const back = await account.request("PATCH", `/v1/members/${id}`, { active: true });
  expect(back.body).toMatchObject({ active: true, deactivated_at: null });
});

test("a deleted member is not found by name, e-mail address and external id, and their leases are free", async () => {
  const account = await service.givenAccount();
  const { id } = await givenMember(account, { email: "ada@acme.test", external_id: "rater-7" });
  const { task } = await givenLease(account, id);

  expect((await account.request("DELETE", `/v1/members/${id}`)).status).toBe(204);

  expect((await account.request("GET", `/v1/members/${id}`)).status).toBe(404);
  expect((await account.request("DELETE", `/v1/members/${id}`)).status).toBe(404);
  const kept = await db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(JSON.stringify(kept)).not.toMatch(/Ada|ada@|rater-7/);
  expect(kept.active).toBe(false);
  const { status } = await db
    .selectFrom("tasks")
    .select("status")
    .where("id", "=", task)
    .executeTakeFirstOrThrow();
  expect(status).toBe("released");
  const next = await givenMember(account, { email: "ada@acme.test", external_id: "rater-7" });
  expect(next.id).not.toBe(id);
});

test("the last active owner cannot be deleted, deactivated or given another role", async () => {
  const account = await service.givenAccount();
  const { id } = await ownerOf(account);
  const { id: away } = await givenMember(account, { role: "owner" });
  await account.request("PATCH", `/v1/members/${away}`, { active: false });

  const refusals = [
    await account.request("DELETE", `/v1/members/${id}`),
    await account.request("PATCH", `/v1/members/${id}`, { active: false }),
    await account.request("PATCH", `/v1/members/${id}`, { role: "manager" }),
  ];

  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, body: { error: "conflict" } });
  expect((await account.request("PATCH", `/v1/members/${id}`, { name: "Grace" })).status).toBe(200);
  await account.request("PATCH", `/v1/members/${away}`, { active: true });
  expect((await account.request("DELETE", `/v1/members/${id}`)).status).toBe(204);
});

test("of two owners who are deleted at the same time, one stays", async () => {
  const account = await service.givenAccount();
  const owners = [(await ownerOf(account)).id, (await givenMember(account, { role: "owner" })).id];

  const sent = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.accountId);
    const sent = owners.map((id) => account.request("DELETE", `/v1/members/${id}`));
    await untilSomeoneWaits(db, 2);
    return { responses: Promise.all(sent) };
  });

  expect((await sent.responses).map(({ status }) => status).sort()).toEqual([204, 409]);
});

test("a member that has changed since the ETag in If-Match is neither changed nor deleted", async () => {
  const account = await service.givenAccount();
  const { id } = await givenMember(account);
  const stale = { "if-match": '"stale"' };

  expect((await account.request("PATCH", `/v1/members/${id}`, { name: "x" }, stale)).status).toBe(412);
  expect((await account.request("DELETE", `/v1/members/${id}`, undefined, stale)).status).toBe(412);
});

test("a repeat with the same Idempotency-Key adds no second member", async () => {
  const account = await service.givenAccount();
  const add = (name: string) => account.request("POST", "/v1/members", { name }, { "idempotency-key": "k1" });

  const [first, again, other] = [await add("Ada"), await add("Ada"), await add("Bob")];

  expect(again.body).toEqual(first.body);
  expect(other.status).toBe(422);
});

test.each([
  [{}, "Missing required field: name"],
  [{ name: "x", role: "admin" }, "role must be one of owner, manager, reviewer, annotator, viewer"],
  [{ name: "x", email: "nobody" }, "email"],
  [{ name: "x", external_id: newId("member") }, "external_id"],
  [{ name: "x", external_id: "" }, "external_id"],
])("%j is refused", async (body, message) => {
  const response = await service.request("POST", "/v1/members", body);

  expect(response).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
});

test("a member of another account and an unknown one get the same 404", async () => {
  const foreign = await givenMember(await service.givenAccount());
  for (const id of [foreign.id, newId("member"), "xyz"]) {
    for (const method of ["GET", "PATCH", "DELETE"] as const) {
      const response = await service.request(
        method,
        `/v1/members/${id}`,
        method === "PATCH" ? {} : undefined,
      );
      expect(response).toMatchObject({ status: 404, body: { message: `there is no member ${id}` } });
    }
  }
});
