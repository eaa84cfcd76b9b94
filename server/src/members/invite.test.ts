import { expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { askToken, givenPerson, origin, PASSWORD } from "../../test/people.ts";
import { startService, type TestAccount } from "../../test/service.ts";

const service = await startService();
const { anonymous, mails, runJobs } = service;

const linkIn = (url: string) => url.replace(/.*\/join\//, "/auth/invitations/");
const join = (url: string, body: object = {}) =>
  anonymous("POST", linkIn(url), { name: "Bob", password: PASSWORD, ...body }, origin(service));

async function invite({ request }: TestAccount, body: object = {}) {
  return bodyOf(await request("POST", "/v1/members", { name: "Bob", email: "bob@acme.test", ...body }), 201);
}

test("a member with an e-mail address gets a link by mail, and joins with it", async () => {
  const account = await service.givenAccount();

  const { id, invitation } = await invite(account, { role: "reviewer" });
  await runJobs();

  expect(mails.at(-1)).toMatchObject({ to: "bob@acme.test", subject: "Acme invites you to Assay" });
  expect(mails.at(-1)?.text).toContain(invitation.url);
  expect(bodyOf(await anonymous("GET", linkIn(invitation.url)), 200)).toMatchObject({ role: "reviewer" });
  expect((await join(invitation.url)).status).toBe(204);
  const member = bodyOf(await account.request("GET", `/v1/members/${id}`), 200);
  expect(member).toMatchObject({ sign_in: "ready", invited_until: null });
});

test("a member without an address cannot be invited", async () => {
  const account = await service.givenAccount();
  const { id, invitation, sign_in } = await invite(account, { email: null });

  expect([invitation, sign_in]).toEqual([null, "none"]);
  expect(await account.request("POST", `/v1/members/${id}/invite`)).toMatchObject({
    status: 409,
    body: {
      error: "invalid_state",
      message: "the member has no e-mail address: set one, then invite again",
    },
  });
});

test("a new invitation invalidates the earlier link, and the earlier mail is not sent", async () => {
  const account = await service.givenAccount();
  const { id, invitation: first } = await invite(account);
  const second = bodyOf(await account.request("POST", `/v1/members/${id}/invite`), 200);
  const before = mails.length;

  await runJobs();

  expect(mails.slice(before).map(({ text }) => text.includes(second.url))).toEqual([true]);
  expect((await join(first.url)).status).toBe(404);
  expect((await join(second.url)).status).toBe(204);
});

test("the job that mails a link stores it encrypted", async () => {
  const account = await service.givenAccount();
  const { invitation } = await invite(account);
  const { rows } = await service.deps.pool.query("select payload::text from graphile_worker._private_jobs");

  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(invitation.url.split("/").at(-1));
  await runJobs();
});

test("a link of a deactivated member is invalid", async () => {
  const account = await service.givenAccount();
  const { id, invitation } = await invite(account);
  await account.request("PATCH", `/v1/members/${id}`, { active: false });

  expect((await join(invitation.url)).status).toBe(404);
  expect((await account.request("POST", `/v1/members/${id}/invite`)).status).toBe(409);
});

test.each([
  ["manager", "owner", 403],
  ["manager", "manager", 201],
  ["manager", "annotator", 201],
  ["owner", "owner", 201],
] as const)("a %s who invites an %s is answered %i", async (role, other, status) => {
  const account = await service.givenAccount();
  const person = await givenPerson(service, { role }, account);

  const answer = await person.request("POST", "/v1/members", { name: "Bob", role: other });

  expect(answer.status).toBe(status);
});

test("a manager cannot change, invite, delete or create an owner", async () => {
  const account = await service.givenAccount();
  const manager = await givenPerson(service, { role: "manager" }, account);
  const owner = await givenPerson(service, { role: "owner" }, account);
  const path = `/v1/members/${owner.member_id}`;

  expect((await manager.request("PATCH", path, { active: false })).status).toBe(403);
  expect((await manager.request("DELETE", path)).status).toBe(403);
  expect((await manager.request("POST", `${path}/invite`)).status).toBe(403);
  const own = `/v1/members/${manager.member_id}`;
  expect((await manager.request("PATCH", own, { role: "owner" })).status).toBe(403);
  expect((await manager.request("PATCH", own, { name: "Mel" })).status).toBe(200);
});

test("the address of a member who signs in cannot change", async () => {
  const account = await service.givenAccount();
  const { member_id, email } = await givenPerson(service, {}, account);
  const change = (sent: string) => account.request("PATCH", `/v1/members/${member_id}`, { email: sent });

  expect(await change("other@acme.test")).toMatchObject({ status: 409, body: { error: "conflict" } });
  expect((await change(email)).status).toBe(200);
});

test("deleting a member deletes password and sessions, unless another account has the person as member", async () => {
  const [one, two] = [await service.givenAccount(), await service.givenAccount()];
  const ada = await givenPerson(service, {}, one);
  const { id, invitation } = await invite(two, { email: ada.email });
  expect((await join(invitation.url)).status).toBe(204);
  const count = async () =>
    (await service.db.selectFrom("people").select("id").where("email", "=", ada.email).execute()).length;

  await one.request("DELETE", `/v1/members/${ada.member_id}`);
  expect(await count()).toBe(1);
  expect(bodyOf(await askToken(service, ada.cookie), 200).person).toMatchObject({ member_id: id });
  await two.request("DELETE", `/v1/members/${id}`);
  expect(await count()).toBe(0);
});

const CSV = `name,email,role,external_id,project_ids,groups
Ada,ada@acme.test,reviewer,rater-1,,night shift; weekend
"Hopper, Grace",grace@acme.test,,,,
Max,,annotator,rater-3,,
`;

test("a CSV file adds many members, and invites those with an address", async () => {
  const account = await service.givenAccount();

  const { data } = bodyOf(await account.request("POST", "/v1/members/import", { csv: CSV }), 200);

  expect(data).toMatchObject([
    {
      name: "Ada",
      role: "reviewer",
      external_id: "rater-1",
      groups: ["night shift", "weekend"],
      sign_in: "invited",
    },
    {
      name: "Hopper, Grace",
      role: "annotator",
      email: "grace@acme.test",
      invitation: { url: expect.any(String) },
    },
    { name: "Max", email: null, invitation: null, sign_in: "none" },
  ]);
  expect((await account.request("GET", "/v1/members")).body.data).toHaveLength(4);
});

test.each([
  ["", 400, /^csv: must have a header line and at least one line below it/],
  ["name\n", 400, /^csv: must have a header line and at least one line below it/],
  ["email\na@acme.test\n", 400, /^csv: the column name is missing; the columns are name,/],
  ["name,phone\nAda,1\n", 400, /^csv: unknown columns phone/],
  ["name,email,role,email,role\nAda,a@b.test,,c@d.test,\n", 400, /^csv: the header repeats email, role; /],
  ["name\nAda,Bob\n", 400, /^csv: Invalid Record Length/],
  [
    "name,role,email\nAda,boss,\nBob,,nonsense\n",
    400,
    /^line 2: role must be one of owner, .*; line 3: email must be an e-mail address$/,
  ],
  [
    "name,email\nAda,a@acme.test\nBob,A@acme.test\n",
    409,
    /^line 3: another member of the account has this e-mail/,
  ],
  ["name,project_ids\nAda,proj_01JD3W8Q9V6T2R4M5N7P8X0YZC\n", 404, /^line 2: there is no project/],
  [`name\n${"Ada\n".repeat(1_001)}`, 400, /^csv: 1001 lines; at most 1000/],
])("a file such as %j is refused, and nobody is added", async (csv, status, message) => {
  const account = await service.givenAccount();

  const answer = await account.request("POST", "/v1/members/import", { csv });

  expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  expect((await account.request("GET", "/v1/members")).body.data).toHaveLength(1);
});

test("a refusal quotes little of a long file", async () => {
  const account = await service.givenAccount();
  const refused = async (csv: string) => {
    const { status, body } = await account.request("POST", "/v1/members/import", { csv });
    expect(status).toBe(400);
    return body.message;
  };
  const columns = ["name", "phone9".repeat(10_000), ...Array.from({ length: 9_000 }, () => "fax")];
  expect(await refused(`${columns}\nAda`)).toMatch(
    /^csv: unknown columns (phone9)+.…[phone9]{12}, fax, fax, fax, fax and 8996 more; the columns are/,
  );
  expect((await refused(`name\n${"x".repeat(100_000)}"y"\n`)).length).toBeLessThan(600);
});

test("a file of the most characters may have all of them escaped", async () => {
  const account = await service.givenAccount();
  const csv = "\\ud83d\\ude00".repeat(150_000);

  const { status, body } = await account.request(
    "POST",
    "/v1/members/import",
    Buffer.from(`{"csv":"${csv}"}`),
    { "content-type": "application/json" },
  );

  expect([status, body.error]).toEqual([400, "invalid_request"]);
  expect(body.message).toMatch(/^csv: unknown columns/);
});

test("a link expires once its member gains permissions, so a manager's link makes nobody an owner", async () => {
  const account = await service.givenAccount();
  const manager = await givenPerson(service, { role: "manager" }, account);
  const made = async (email: string) =>
    bodyOf(await manager.request("POST", "/v1/members", { name: "Bob", email }), 201);
  const change = (id: string, role: string) => account.request("PATCH", `/v1/members/${id}`, { role });
  const [raised, same] = [await made("raised@acme.test"), await made("same@acme.test")];

  bodyOf(await change(raised.id, "owner"), 200);
  bodyOf(await change(same.id, "reviewer"), 200);

  expect((await join(raised.invitation.url)).status).toBe(404);
  const member = bodyOf(await account.request("GET", `/v1/members/${raised.id}`), 200);
  expect(member).toMatchObject({ role: "owner", sign_in: "none" });
  expect(bodyOf(await anonymous("GET", linkIn(same.invitation.url)), 200).role).toBe("reviewer");
  expect((await join(same.invitation.url)).status).toBe(204);
});

/** The link in the latest mail. */
async function mailedLink(): Promise<string> {
  await runJobs();
  return /https?:\S+\/join\/\S+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
}

test("a link for a new password is mailed to its member and shown to nobody else", async () => {
  const account = await service.givenAccount();
  const ada = await givenPerson(service, { role: "reviewer" }, account);
  const manager = await givenPerson(service, { role: "manager" }, account);

  const answer = bodyOf(await manager.request("POST", `/v1/members/${ada.member_id}/invite`), 200);

  expect(answer).toEqual({ url: null, expires_at: expect.any(String) });
  const url = await mailedLink();
  expect(mails.at(-1)).toMatchObject({ to: ada.email, subject: "Set a new password for Acme on Assay" });
  expect((await join(url, { password: "a password of her own" })).status).toBe(204);
});

test("a member of two accounts sets a new password by a link that was mailed", async () => {
  const [one, two] = [await service.givenAccount(), await service.givenAccount()];
  const ada = await givenPerson(service, {}, one);
  const { invitation } = await invite(two, { email: ada.email });
  expect((await join(invitation.url)).status).toBe(204);

  bodyOf(await two.request("POST", `/v1/members/${ada.member_id}/invite`), 404);
  bodyOf(await one.request("POST", `/v1/members/${ada.member_id}/invite`), 200);

  expect((await join(await mailedLink(), { password: "a password of her own" })).status).toBe(204);
  expect((await askToken(service, ada.cookie)).status).toBe(401);
});

test("a link for a new password also expires once its member gains permissions", async () => {
  const account = await service.givenAccount();
  const ada = await givenPerson(service, {}, account);
  const manager = await givenPerson(service, { role: "manager" }, account);
  bodyOf(await manager.request("POST", `/v1/members/${ada.member_id}/invite`), 200);
  const url = await mailedLink();

  bodyOf(await account.request("PATCH", `/v1/members/${ada.member_id}`, { role: "owner" }), 200);

  expect((await join(url, { password: "known to the manager" })).status).toBe(404);
  expect((await askToken(service, ada.cookie)).status).toBe(200);
});

test("an invitation cannot be used to guess the password of a person's other account", async () => {
  const { email } = await givenPerson(service);
  const { invitation } = await invite(await service.givenAccount(), { email });
  // Their own joining was the first attempt of this minute.
  const guess = async (password: string) => (await join(invitation.url, { password })).status;

  const guesses = await Promise.all(Array.from({ length: 9 }, (_, index) => guess(`wrong guess ${index}`)));

  expect(new Set(guesses)).toEqual(new Set([403]));
  expect(await guess(PASSWORD)).toBe(429);
  service.advance(61_000);
  expect(await guess(PASSWORD)).toBe(204);
});

test.each(["\u212aate@acme.test", "k\u0430te@acme.test", "kate@\uff41cme.test", "kate @acme.test"])(
  "nobody is invited as %j, which looks like another's address",
  async (email) => {
    const refused = await service.request("POST", "/v1/members", { name: "Kate", email });
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  },
);
