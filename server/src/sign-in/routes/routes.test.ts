import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../../test/given.ts";
import { askToken, cookieOf, givenPerson, origin, PASSWORD } from "../../../test/people.ts";
import { startService, type TestAccount } from "../../../test/service.ts";
import { inviteOwner } from "../../members/invite-owner.ts";
import { sweepSessions } from "../../people/passwords.ts";

const service = await startService();
const { anonymous, db, deps, advance } = service;
const own = origin(service);

const signIn = (email: string, password: string) =>
  anonymous("POST", "/auth/sign-in/email", { email, password }, own);

async function givenLink(account: TestAccount): Promise<string> {
  const { url } = await db
    .transaction()
    .execute((tx) => inviteOwner(tx, deps.config, account.accountId, deps.now()));
  expect(url).toMatch(/^http:\/\/localhost:8080\/join\/[\w-]{43}$/);
  return url.replace(/.*join/, "/auth/invitations");
}

test("the first owner joins by a link, once, and is signed in", async () => {
  const account = await service.givenAccount();
  await db.updateTable("members").set({ email: null }).where("account_id", "=", account.accountId).execute();
  await db.updateTable("accounts").set({ owner_email: null }).where("id", "=", account.accountId).execute();
  const link = await givenLink(account);

  expect(bodyOf(await anonymous("GET", link), 200)).toEqual({
    account_name: "Acme",
    name: expect.any(String),
    email: null,
    role: "owner",
  });
  const joining = { name: "Grace", password: PASSWORD, email: "Grace@acme.test" };
  const joined = await anonymous("POST", link, joining, own);

  expect(joined.status).toBe(204);
  const { token, person, expires_at } = bodyOf(await askToken(service, cookieOf(joined)), 200);
  expect(person).toEqual({
    member_id: expect.stringMatching(/^mem_/),
    account_id: account.accountId,
    account_name: "Acme",
    name: "Grace",
    email: "grace@acme.test",
    role: "owner",
  });
  expect(Date.parse(expires_at) - deps.now().getTime()).toBe(600_000);
  const { body } = await service.requestWith(token)("GET", `/v1/members/${person.member_id}`);
  expect(body).toMatchObject({ name: "Grace", email: "grace@acme.test" });
  const { owner_email } = bodyOf(await account.request("GET", "/v1/account"), 200);
  expect(owner_email).toBe("grace@acme.test");
  for (const again of [await anonymous("GET", link), await anonymous("POST", link, joining, own)]) {
    expect(again).toMatchObject({ status: 404, body: { error: "not_found" } });
  }
});

test("a link expires after a week, and when another is created", async () => {
  const account = await service.givenAccount();
  const first = await givenLink(account);
  const second = await givenLink(account);

  expect((await anonymous("GET", first)).status).toBe(404);
  expect((await anonymous("GET", second)).status).toBe(200);
  advance(7 * 24 * 3_600_000);
  expect((await anonymous("GET", second)).status).toBe(404);
});

test("links and passwords are stored as hashes", async () => {
  const account = await service.givenAccount();
  const link = await givenLink(account);
  const rows = JSON.stringify(await db.selectFrom("invitations").selectAll().execute());
  expect(rows).not.toContain(link.split("/").at(-1));
  await givenPerson(service);
  expect(JSON.stringify(await db.selectFrom("credentials").selectAll().execute())).not.toContain(PASSWORD);
});

const COOKIE = "assay-8080.session_token";
const SESSION = /assay-8080\.session_token=([^.;]+)\.([^;]+)/;

/** The cookie that better-auth would make from a session's token with the key of this service. */
function signedCookie(token: string): string {
  const key = deps.secrets.sign("auth", "sessions");
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return `${COOKIE}=${encodeURIComponent(`${token}.${signature}`)}`;
}

test("the stored session gives nobody a cookie, not even with the master key", async () => {
  const { cookie } = await givenPerson(service);
  const [, token = ""] = SESSION.exec(decodeURIComponent(cookie)) ?? [];
  expect(signedCookie(token)).toBe(cookie);
  const rows = await db.selectFrom("sessions").select("token").execute();
  expect(JSON.stringify(rows)).not.toContain(token);

  for (const row of rows) {
    for (const stolen of [signedCookie(row.token), `${COOKIE}=${row.token}`]) {
      expect((await askToken(service, stolen)).status).toBe(401);
    }
  }
  expect((await askToken(service, signedCookie(token))).status).toBe(200);
});

test("a session used after a day is renewed under the same token, and an expired one is deleted", async () => {
  const { cookie, email } = await givenPerson(service);
  const { id } = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const ofThem = db.updateTable("sessions").where("person_id", "=", id);
  const day = 24 * 3_600_000;
  await ofThem.set({ expires_at: new Date(Date.now() + 5 * day) }).execute();

  const renewed = await askToken(service, cookie);

  expect(cookieOf(renewed)).toBe(cookie);
  const row = () => db.selectFrom("sessions").selectAll().where("person_id", "=", id).executeTakeFirst();
  expect(Number((await row())?.expires_at) - Date.now()).toBeGreaterThan(6 * day);
  await ofThem.set({ expires_at: new Date(Date.now() - 1) }).execute();
  expect((await askToken(service, cookie)).status).toBe(401);
  expect(await row()).toBeUndefined();
});

test("a person signs in with e-mail and password, in any case", async () => {
  const { email, member_id } = await givenPerson(service);

  const signed = await signIn(email.toUpperCase(), PASSWORD);

  expect(signed.status).toBe(204);
  const [cookie] = [signed.headers["set-cookie"]].flat();
  expect(cookie).toMatch(/^assay-8080\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(bodyOf(await askToken(service, cookieOf(signed)), 200).person).toMatchObject({
    member_id,
    role: "annotator",
  });
});

test("a wrong password and an unknown address get the same response", async () => {
  const { email } = await givenPerson(service);

  const wrong = await signIn(email, "wrong horse battery");
  const unknown = await signIn("nobody@acme.test", PASSWORD);

  expect(wrong).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect(unknown.body).toEqual(wrong.body);
  expect(wrong.headers["x-ratelimit-limit"]).toBe("60");
});

test("after ten password guesses an address must wait, and other people need not", async () => {
  const { email } = await givenPerson(service);
  await Promise.all(Array.from({ length: 10 }, () => signIn(email, "wrong horse battery")));

  const refused = await signIn(email, PASSWORD);

  expect(refused).toMatchObject({ status: 429, body: { error: "rate_limit_exceeded" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  advance(61_000);
  expect((await signIn(email, PASSWORD)).status).toBe(204);
});

test.each(["sign-in/email", "sign-out", "token", "invitations/x"])(
  "POST /auth/%s is refused from another site",
  async (path) => {
    const body = path.startsWith("sign-in") ? { email: "a@acme.test", password: PASSWORD } : undefined;
    const rebound = { origin: "http://evil.test", host: "evil.test" };
    for (const headers of [{}, { origin: "https://evil.test" }, { origin: "null" }, rebound]) {
      const refused = await anonymous("POST", `/auth/${path}`, body, headers);
      expect(refused).toMatchObject({ status: 403, body: { error: "forbidden" } });
    }
  },
);

test("a sweep deletes the sessions of people who did not come back, and no other", async () => {
  const ofPerson = async () => {
    const { email } = await givenPerson(service);
    const session = db.selectFrom("people").innerJoin("sessions", "person_id", "people.id");
    return session.select("sessions.id").where("email", "=", email).executeTakeFirstOrThrow();
  };
  const [gone, here] = [await ofPerson(), await ofPerson()];
  const end = (id: string, ms: number) =>
    db
      .updateTable("sessions")
      .set({ expires_at: new Date(deps.now().getTime() + ms) })
      .where("id", "=", id)
      .execute();
  await end(gone.id, 0);
  await end(here.id, 1);

  await sweepSessions(deps);

  const left = db.selectFrom("sessions").select("id").where("id", "in", [gone.id, here.id]);
  expect(await left.execute()).toEqual([here]);
});

test("signing out ends the session and its tokens", async () => {
  const { cookie, request } = await givenPerson(service);
  expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(200);

  const out = await anonymous("POST", "/auth/sign-out", undefined, { cookie, ...own });

  expect(out.status).toBe(204);
  expect([out.headers["set-cookie"]].flat()[0]).toMatch(/Max-Age=0/);
  expect(await askToken(service, cookie)).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(401);
});

test("a token expires after ten minutes, and nobody else can make one", async () => {
  const { request, token } = await givenPerson(service);
  const [head = "", body = ""] = [token.slice(0, token.indexOf(".")), token.slice(token.indexOf("."))];
  for (const forged of [
    `${head}x${body}`,
    `${token}x`,
    `${head}.${"A".repeat(43)}`,
    "assay_person_",
    "assay_person_x.y",
  ]) {
    expect((await service.requestWith(forged)("POST", "/v1/tasks/claim", {})).status).toBe(401);
  }
  advance(599_000);
  expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(200);
  advance(1_000);
  expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(401);
});

test("every sign-in creates a new session, whatever cookie the browser had", async () => {
  const mallory = await givenPerson(service);
  const ada = await givenPerson(service);
  const body = { email: ada.email, password: PASSWORD };
  const planted = [`${COOKIE}=chosen.signature`, mallory.cookie];

  for (const cookie of planted) {
    const signed = await anonymous("POST", "/auth/sign-in/email", body, { ...own, cookie });
    expect(planted).not.toContain(cookieOf(signed));
    expect((await askToken(service, cookieOf(signed))).body.person.member_id).toBe(ada.member_id);
  }
  expect((await askToken(service, mallory.cookie)).body.person.member_id).toBe(mallory.member_id);
  expect((await askToken(service, planted[0] ?? "")).status).toBe(401);
});

test("a password has 10 to 128 characters, in either Unicode form", async () => {
  const account = await service.givenAccount();
  const link = await givenLink(account);
  const join = (password: string) => anonymous("POST", link, { name: "Ada", password }, own);
  const composed = `\u00e9t\u00e9 au parc`;

  for (const password of ["123456789", "x".repeat(129)]) {
    expect(await join(password)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  }
  await db
    .updateTable("members")
    .set({ email: "ete@acme.test" })
    .where("account_id", "=", account.accountId)
    .execute();
  expect((await join(composed)).status).toBe(204);
  expect((await signIn("ete@acme.test", composed.normalize("NFD"))).status).toBe(204);
});

test.each(["1234567890", "aaaaaaaaaa", "Password123!", "qwertyuiop", "Grace Hopper"])(
  "the common or personal password %s is refused on joining and on a reset, and the link stays valid",
  async (password) => {
    const account = await service.givenAccount();
    const tooCommon = {
      status: 400,
      body: { error: "invalid_request", message: expect.stringMatching(/^This password is too common: /) },
    };
    const link = await givenLink(account);
    const email = `grace-${account.accountId}@acme.test`.toLowerCase();
    await db.updateTable("members").set({ email }).where("account_id", "=", account.accountId).execute();
    const join = { name: "Grace Hopper", password };
    expect(await anonymous("POST", link, join, own)).toMatchObject(tooCommon);
    expect((await anonymous("POST", link, { ...join, password: PASSWORD }, own)).status).toBe(204);

    const reset = await givenLink(account);
    expect(await anonymous("POST", reset, join, own)).toMatchObject(tooCommon);
    expect((await anonymous("POST", reset, { ...join, password: "another password" }, own)).status).toBe(204);
  },
);

test("guesses count the same for an unknown address, however it is written", async () => {
  const guess = async (email: string) => (await signIn(email, "wrong horse battery")).status;
  const spelt = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? "no@acme.test" : "NO@acme.test"));
  expect(new Set(await Promise.all(spelt.map(guess)))).toEqual(new Set([401]));

  expect(await guess("No@Acme.test")).toBe(429);
});

const ENDS: readonly (readonly [string, (id: string) => Promise<unknown>])[] = [
  ["deactivated", (id) => service.request("PATCH", `/v1/members/${id}`, { active: false })],
  ["deleted", (id) => service.request("DELETE", `/v1/members/${id}`)],
];

test.each(ENDS)(
  "the token of a member who is %s stops working at once, and so does the session",
  async (_how, end) => {
    const { member_id, request, cookie, email } = await givenPerson(service);
    expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(200);

    await end(member_id);

    expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(401);
    expect((await askToken(service, cookie)).status).toBe(401);
    expect([401, 403]).toContain((await signIn(email, PASSWORD)).status);
  },
);

test("another process knows within a second", async () => {
  const { member_id, request } = await givenPerson(service);
  expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(200);

  await db.updateTable("members").set({ active: false }).where("id", "=", member_id).execute();
  advance(1_000);

  expect((await request("POST", "/v1/tasks/claim", {})).status).toBe(401);
});

test("a demoted member has the permissions of the new role at once", async () => {
  const { member_id, request } = await givenPerson(service, { role: "manager" });
  expect((await request("GET", "/v1/projects")).status).toBe(200);

  await service.request("PATCH", `/v1/members/${member_id}`, { role: "annotator" });

  expect(await request("GET", "/v1/members")).toMatchObject({
    status: 403,
    body: { message: "the role annotator lacks the scope members:read" },
  });
});

test("people have their own rate limit, separate from the account's", async () => {
  const before = await service.request("GET", "/v1/account");
  const { request } = await givenPerson(service, { role: "manager" });
  const { headers } = await request("GET", "/v1/projects");

  expect(headers["ratelimit-policy"]).toBe('"person";q=1200;w=60');
  expect(headers["x-ratelimit-remaining"]).toBe("1199");
  const after = await service.request("GET", "/v1/account");
  expect(
    Number(before.headers["x-ratelimit-remaining"]) - Number(after.headers["x-ratelimit-remaining"]),
  ).toBe(2);
});

test("a person works only for themselves, and sees nobody else's tasks", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  const ada = await givenPerson(service);
  const bob = await givenPerson(service, { role: "manager" });
  const claim = (annotator?: string) => ada.request("POST", "/v1/tasks/claim", { batch_id, annotator });

  for (const other of [bob.member_id, "rater-7"]) {
    expect(await claim(other)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  }
  const [task] = bodyOf(await claim(ada.member_id), 200).data;
  expect(task.member_id).toBe(ada.member_id);
  expect((await ada.request("GET", `/v1/tasks/${task.id}`)).status).toBe(200);
  const result = { result: { label: "yes" } };
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["PUT", "/draft", { draft: {} }],
    ["POST", "/submit", result],
    ["POST", "/skip", { reason: "blurred" }],
    ["POST", "/release", {}],
    ["POST", "/reopen", {}],
    ["POST", "/exclude", { reason: "blurred" }],
  ] as const) {
    expect((await bob.request(method, `/v1/tasks/${task.id}${path}`, body)).status, path).toBe(404);
  }
  expect(
    (await ada.request("POST", `/v1/tasks/${task.id}/submit`, { ...result, annotator: "rater-7" })).status,
  ).toBe(403);
  expect((await ada.request("POST", `/v1/tasks/${task.id}/submit`, result)).status).toBe(200);
});

test("a person with a sign-in at one account joins another only with the same password", async () => {
  const { email } = await givenPerson(service);
  const other = await service.givenAccount();
  await db.updateTable("members").set({ email }).where("account_id", "=", other.accountId).execute();
  const link = await givenLink(other);

  const stolen = await anonymous("POST", link, { name: "Eve", password: "another password" }, own);
  const joined = await anonymous("POST", link, { name: "Ada", password: PASSWORD }, own);

  expect(stolen).toMatchObject({ status: 403, body: { error: "forbidden" } });
  expect(joined.status).toBe(204);
  expect(
    (await anonymous("POST", await givenLink(other), { name: "Eve", password: PASSWORD }, own)).status,
  ).toBe(409);
});

test("a link for a person who already signs in sets a new password and ends their sessions", async () => {
  const account = await service.givenAccount();
  const ada = await givenPerson(service, { role: "owner" }, account);
  await db
    .deleteFrom("members")
    .where("account_id", "=", account.accountId)
    .where("origin", "=", "account")
    .execute();
  const password = "another password";

  expect((await anonymous("POST", await givenLink(account), { name: "Ada", password }, own)).status).toBe(
    204,
  );

  expect((await askToken(service, ada.cookie)).status).toBe(401);
  expect((await signIn(ada.email, PASSWORD)).status).toBe(401);
  expect((await signIn(ada.email, password)).status).toBe(204);
});

test("a person in two accounts gets a token for the account they name, otherwise for the one joined first", async () => {
  advance(60_000); // the earlier tests have used up the minute of this network
  const first = await service.givenAccount();
  const ada = await givenPerson(service, { role: "reviewer" }, first);
  const second = await service.givenAccount();
  await db
    .updateTable("members")
    .set({ email: ada.email })
    .where("account_id", "=", second.accountId)
    .execute();
  const joining = { name: "Ada", password: PASSWORD };
  expect((await anonymous("POST", await givenLink(second), joining, own)).status).toBe(204);
  const ask = (account_id?: string) =>
    anonymous(
      "POST",
      `/auth/token${account_id === undefined ? "" : `?account_id=${account_id}`}`,
      undefined,
      {
        cookie: ada.cookie,
        ...own,
      },
    );
  const accountOf = async (account_id?: string) => bodyOf(await ask(account_id), 200).person.account_id;

  expect(await accountOf()).toBe(first.accountId);
  expect(await accountOf(first.accountId)).toBe(first.accountId);
  const { token, accounts } = bodyOf(await ask(second.accountId), 200);

  expect(accounts).toEqual([
    { account_id: first.accountId, account_name: "Acme", role: "reviewer" },
    { account_id: second.accountId, account_name: "Acme", role: "owner" },
  ]);
  const account = bodyOf(await service.requestWith(token)("GET", "/v1/account"), 200);
  expect(account.id).toBe(second.accountId);
  const stranger = await service.givenAccount();
  expect(await ask(stranger.accountId)).toMatchObject({
    status: 404,
    body: { error: "not_found", message: `you are not a member of the account ${stranger.accountId}` },
  });
});
