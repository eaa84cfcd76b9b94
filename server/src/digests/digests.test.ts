import { expect, test } from "vitest";
import {
  annotateAll,
  auditToVerdict,
  bodyOf,
  claim,
  claimAll,
  givenBatch,
  givenProject,
  itemOf,
  submit,
} from "../../test/given.ts";
import { askToken, givenPerson, type Person } from "../../test/people.ts";
import { startService, type TestAccount } from "../../test/service.ts";
import type { Mail } from "../platform/network/mail.ts";
import { sendDigest } from "./send.ts";
import { sweepDigests } from "./sweep.ts";

const DAY_MS = 24 * 3_600_000;
const mails: Mail[] = [];
let fault: Error | undefined;
const service = await startService({
  sendMail: async (mail) => {
    if (fault !== undefined) throw fault;
    mails.push(mail);
  },
});
const { advance, db, deps, runJobs, anonymous } = service;

/** The mails that the next sweep sends to a person. */
async function mailed({ email }: Pick<Person, "email">): Promise<Mail[]> {
  const before = mails.length;
  await sweepDigests(deps);
  await runJobs();
  return mails.slice(before).filter(({ to }) => to === email);
}

/** The texts that the next sweep sends to these people; empty for who gets no mail. */
async function texts(...people: readonly Person[]): Promise<string[]> {
  const before = mails.length;
  await sweepDigests(deps);
  await runJobs();
  const sent = mails.slice(before);
  return people.map(({ email }) => sent.find(({ to }) => to === email)?.text ?? "");
}

const choose = async ({ request }: Pick<Person, "request">, frequency: "none" | "daily") =>
  bodyOf(await request("PUT", "/v1/digest", { frequency }), 200);

/** The same person with a new token for each request: the days of a test outlast one. */
function lasting(person: Person): Person {
  const request: Person["request"] = async (...sent) => {
    const { token } = bodyOf(await askToken(service, person.cookie), 200);
    return service.requestWith(token)(...sent);
  };
  return { ...person, request };
}

async function givenReader(account: TestAccount, member: Parameters<typeof givenPerson>[1]) {
  const person = lasting(await givenPerson(service, member, account));
  await choose(person, "daily");
  return person;
}

/** An account with an answered text, on which `ann` can comment. */
async function givenAnswered() {
  const account = await service.givenAccount();
  const settings = { name: "Signs", quality_level: "none" };
  const batch = await givenBatch(service, { account, texts: 1, settings });
  await annotateAll(account, batch.id, ["ann"]);
  const item_id = (await itemOf(service, batch.id, "1")).id;
  return { account, batch, item_id };
}

const digestOf = ({ member_id }: Pick<Person, "member_id">) =>
  db.selectFrom("digests").selectAll().where("member_id", "=", member_id).executeTakeFirstOrThrow();

async function ask({ request }: TestAccount, item_id: string, more: object = {}) {
  const body = { item_id, text: "Blurred9secret?", annotator: "ann", ...more };
  return bodyOf(await request("POST", "/v1/comments", body), 201);
}

test("each person chooses for themselves; API keys cannot", async () => {
  const { account } = await givenAnswered();
  const ada = await givenPerson(service, { role: "annotator" }, account);
  const eve = await givenPerson(service, { role: "viewer" }, account);
  const of = async ({ request }: Pick<Person, "request">) => bodyOf(await request("GET", "/v1/digest"), 200);

  expect(await of(ada)).toEqual({ frequency: "none", time_zone: null, email: ada.email });
  expect(await choose(ada, "daily")).toEqual({ frequency: "daily", time_zone: null, email: ada.email });
  expect([await of(ada), await of(eve)]).toMatchObject([{ frequency: "daily" }, { frequency: "none" }]);
  expect(await choose(ada, "none")).toMatchObject({ frequency: "none" });

  for (const response of [
    await account.request("GET", "/v1/digest"),
    await account.request("PUT", "/v1/digest", { frequency: "daily" }),
  ])
    expect([response.status, response.body.error]).toEqual([403, "forbidden"]);
  const { status, body } = await ada.request("PUT", "/v1/digest", { frequency: "hourly" });
  expect([status, body.message]).toEqual([400, expect.stringContaining("daily")]);
});

test("a mail comes once a day, where something is new, and lists all that waits", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);

  expect(await mailed(ada)).toEqual([]); // not due yet
  advance(DAY_MS);
  const [first, ...others] = await mailed(ada);
  expect(others).toEqual([]);
  expect(first?.subject).toBe("[Assay] What waits for you in Acme");
  expect(first?.text).toContain("1 thread with unread comments");
  expect(first?.text).toContain(`${deps.config.baseUrl}/questions`);
  expect(first?.text).not.toContain("Blurred9secret");
  expect(await mailed(ada)).toEqual([]);

  advance(DAY_MS);
  expect(await mailed(ada)).toEqual([]); // the same question waits still
  const { id } = await ask(account, item_id);
  expect(await mailed(ada)).toEqual([]); // not due again
  advance(DAY_MS);
  expect((await mailed(ada))[0]?.text).toContain("2 threads with unread comments");

  bodyOf(await ada.request("POST", "/v1/comments/read", { comment_ids: [id] }), 200);
  advance(DAY_MS);
  expect(await mailed(ada)).toEqual([]);
  await ask(account, item_id, { reply_to: id });
  await choose(ada, "none");
  advance(DAY_MS);
  expect(await mailed(ada)).toEqual([]);
});

test("turning it off and on gives no second mail within a day, and on twice delays none", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  advance(DAY_MS);
  expect(await mailed(ada)).toHaveLength(1);

  await choose(ada, "none");
  await choose(ada, "daily");
  advance(DAY_MS - 1);
  expect(await mailed(ada)).toEqual([]);
  await choose(ada, "daily");
  advance(1);
  expect(await mailed(ada)).toHaveLength(1);
});

test("auditors are told of audits and ties, and managers of the outcomes of batches", async () => {
  const account = await service.givenAccount();
  const ada = await givenReader(account, { role: "manager" });
  const eve = await givenReader(account, { role: "reviewer" });
  const ann = await givenReader(account, { role: "annotator" });
  const quality_policy = { overlap: 2, gold_share: 0, audit_mode: "verify" };
  const batch = await givenBatch(service, { account, settings: { name: "Signs", quality_policy } });
  for (const annotator of ["bob", "zoe"])
    for await (const task of claimAll(account, annotator, { batch_id: batch.id })) {
      const skip = () => account.request("POST", `/v1/tasks/${task.id}/skip`, { reason: "blurred" });
      bodyOf(await (task.item.text === "text 1" ? skip() : submit(account, task, "yes")), 200);
    }
  advance(DAY_MS);

  const tied = await texts(ada, eve, ann);
  expect(tied[0]).toMatch(/Items to adjudicate\n {2}1 {2}Signs: /);
  expect(tied[1]).toMatch(/Items to adjudicate\n {2}1 {2}Signs: /);
  expect(tied[2]).toBe("");

  const tie = await claim(account, "judge", { batch_id: batch.id, kinds: ["adjudicate"] });
  bodyOf(await submit(account, tie, "yes"), 200);
  await runJobs();
  advance(DAY_MS);
  const audits = await texts(ada, eve);
  for (const text of audits) {
    expect(text).toMatch(/Audits\n {2}3 {2}Signs: /);
    expect(text).not.toContain("adjudicate");
  }

  const { rows } = await deps.pool.query("select certification_level from batches where id = $1", [batch.id]);
  expect(rows[0].certification_level).toBe(null);
  await auditToVerdict({ ...service, ...account }, batch.id, "auditor");
  advance(DAY_MS);
  const certified = await texts(ada, eve);
  expect(certified[0]).toMatch(/Certified since the last mail\n {2}Signs: .*\n.*\/batches\/batch_/);
  expect(certified[0]).not.toContain("Audits");
  expect(certified[1]).toBe(""); // reviewers do not read batches
  advance(DAY_MS);
  expect(await texts(ada)).toEqual([""]);
});

test("what is returned to an annotator is in their mail, and that the batch failed in the manager's", async () => {
  const account = await service.givenAccount();
  const ada = await givenReader(account, { role: "owner" });
  const ann = await givenReader(account, { role: "annotator" });
  const batch = await givenBatch(service, {
    account,
    settings: { name: "Signs", quality_policy: { overlap: 1, gold_share: 0 } },
  });
  const elsewhere = await givenProject(account);
  const limited = await givenReader(account, { role: "manager", project_ids: [elsewhere.id] });
  const inside = await givenReader(account, { role: "manager", project_ids: [batch.project_id] });
  for (let n = 0; n < 3; n += 1) {
    const { data } = bodyOf(await ann.request("POST", "/v1/tasks/claim", { batch_id: batch.id }), 200);
    bodyOf(await submit(ann, data[0], "yes"), 200);
  }
  await runJobs();
  await auditToVerdict({ ...service, ...account }, batch.id, "judge", () => "no");
  advance(DAY_MS);
  const failed = await texts(ada, ann, limited, inside);
  expect(failed[0]).toContain("Failed since the last mail\n  Signs: ");
  expect([failed[1], failed[2]]).toEqual(["", ""]);
  expect(failed[3]).toContain("Failed since the last mail");

  bodyOf(await account.request("POST", `/v1/batches/${batch.id}/rework`), 200);
  advance(DAY_MS);
  const [returned] = await mailed(ann);
  expect(returned?.text).toMatch(/Items returned to you\n {2}\d {2}Signs: /);
  expect(returned?.text).not.toContain("Failed");
});

test("nobody is told of what they may not see", async () => {
  const { account, item_id } = await givenAnswered();
  const elsewhere = await givenProject(account);
  const annotator = await givenReader(account, { role: "annotator" });
  const limited = await givenReader(account, { role: "manager", project_ids: [elsewhere.id] });
  const stranger = await givenReader(await service.givenAccount(), { role: "owner" });
  await ask(account, item_id);
  const quality_policy = { overlap: 1, gold_share: 0 };
  const audited = await givenBatch(service, { account, settings: { quality_policy } });
  await annotateAll(account, audited.id, ["ann"]);
  await runJobs();
  const ada = await givenReader(account, { role: "manager" });
  const audit = await claim(account, "judge", { batch_id: audited.id, kinds: ["audit"] });
  await ask(account, audit.item.id, { annotator: "judge" });
  advance(DAY_MS);

  const [manager, ...others] = await texts(ada, annotator, limited, stranger);
  expect(manager).toContain("1 thread with unread comments"); // not the auditor's
  expect(others).toEqual(["", "", ""]);
});

test("two workers that take the same digest send one mail", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  advance(DAY_MS);
  const before = mails.length;
  const key = { account_id: account.accountId, member_id: ada.member_id };

  await Promise.all([sendDigest(deps, key), sendDigest(deps, key), sendDigest(deps, key)]);
  await ask(account, item_id);
  await sendDigest(deps, key); // news, but not due: a job that a sweep added too late

  expect(mails.slice(before).map(({ to }) => to)).toEqual([ada.email]);
});

test("a mail that the server refused is sent later, one that it may have taken is not", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  advance(DAY_MS);

  fault = Object.assign(new Error("451 later"), { responseCode: 451 });
  expect(await mailed(ada)).toEqual([]);
  fault = undefined;
  expect(await mailed(ada)).toEqual([]); // not at once
  advance(15 * 60_000);
  expect((await mailed(ada))[0]?.text).toContain("1 thread");

  await ask(account, item_id);
  advance(DAY_MS);
  fault = new Error("the connection ended after the text");
  expect(await mailed(ada)).toEqual([]);
  fault = undefined;
  advance(DAY_MS);
  expect(await mailed(ada)).toEqual([]);
  await ask(account, item_id);
  advance(DAY_MS);
  expect((await mailed(ada))[0]?.text).toContain("3 threads");
});

test("a server that takes no mail is asked eight times, and then at the next time", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  advance(DAY_MS);
  let tries = 0;
  for (let quarter = 0; quarter < 12; quarter += 1) {
    fault = Object.assign(new Error("550 unknown"), { responseCode: 550 });
    const { due_at } = await digestOf(ada);
    expect(await mailed(ada)).toEqual([]);
    if ((await digestOf(ada)).due_at.getTime() !== due_at.getTime()) tries += 1;
    advance(15 * 60_000);
  }
  fault = undefined;
  expect(tries).toBe(8);
  expect(await mailed(ada)).toEqual([]);
  advance(DAY_MS);
  expect((await mailed(ada))[0]?.text).toContain("1 thread"); // nobody was told of it
});

test("with a time zone the mail comes at eight o'clock there; another one does not bring it earlier", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = lasting(await givenPerson(service, { role: "manager" }, account));
  const put = ({ request }: Pick<Person, "request">, time_zone: string) =>
    request("PUT", "/v1/digest", { frequency: "daily", time_zone });
  expect(bodyOf(await put(ada, "Asia/Tokyo"), 200).time_zone).toBe("Asia/Tokyo");
  await ask(account, item_id);

  const hourOf = ({ due_at }: { due_at: Date }, timeZone: string) =>
    due_at.toLocaleTimeString("en-GB", { timeZone });
  const first = await digestOf(ada);
  expect(hourOf(first, "Asia/Tokyo")).toBe("08:00:00");
  expect(first.due_at.getTime() - deps.now().getTime()).toBeGreaterThanOrEqual(20 * 3_600_000);
  expect(bodyOf(await put(ada, "America/New_York"), 200).time_zone).toBe("America/New_York");
  const moved = await digestOf(ada);
  expect(hourOf(moved, "America/New_York")).toBe("08:00:00");
  expect(moved.due_at.getTime()).toBeGreaterThanOrEqual(first.due_at.getTime());
  advance(moved.due_at.getTime() - deps.now().getTime() - 1);
  expect(await mailed(ada)).toEqual([]);
  advance(1);
  expect(await mailed(ada)).toHaveLength(1);
  expect(hourOf(await digestOf(ada), "America/New_York")).toBe("08:00:00");

  await choose(ada, "daily"); // keeps it
  expect((await digestOf(ada)).time_zone).toBe("America/New_York");
  for (const time_zone of ["Mars/Olympus", "+02:00", ""]) {
    const { status, body } = await put(ada, time_zone);
    expect([status, body.message]).toEqual([400, expect.stringContaining("IANA time zone")]);
  }
});

test("a stored time zone that the runtime no longer knows gives mails at eight o'clock UTC", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  const { account_id, member_id } = await digestOf(ada);
  const own = db
    .updateTable("digests")
    .where("account_id", "=", account_id)
    .where("member_id", "=", member_id);
  await own.set({ time_zone: "Mars/Olympus" }).execute();

  advance(DAY_MS);
  expect(await mailed(ada)).toHaveLength(1);
  expect((await digestOf(ada)).due_at.toISOString()).toMatch(/T08:00:00.000Z$/);
});

test("a link ends the mails: opened it asks, posted it ends them, from a mail program too", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  const eve = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  advance(DAY_MS);
  const url = new URL((await mailed(ada))[0]?.unsubscribe ?? "");
  const frequency = async () => bodyOf(await ada.request("GET", "/v1/digest"), 200).frequency;
  expect(url.origin).toBe(new URL(deps.config.baseUrl).origin);

  const asked = await anonymous("GET", url.pathname);
  expect([asked.status, asked.body, await frequency()]).toEqual([
    200,
    expect.stringContaining("<button>Stop the daily mail</button>"),
    "daily",
  ]);
  expect(asked.headers).toMatchObject({
    "referrer-policy": "same-origin",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const ended = await anonymous("POST", url.pathname, "List-Unsubscribe=One-Click", form);
  expect([ended.status, ended.body, await frequency()]).toEqual([
    200,
    expect.stringContaining("You get no daily mail"),
    "none",
  ]);
  expect((await anonymous("GET", url.pathname)).body).not.toContain("<button>");

  await choose(ada, "daily");
  const multipart = { "content-type": "multipart/form-data; boundary=b" };
  const part = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  expect((await anonymous("POST", url.pathname, part, multipart)).status).toBe(200);
  expect((await anonymous("POST", url.pathname)).status).toBe(200);
  expect(await frequency()).toBe("none");
  expect(bodyOf(await eve.request("GET", "/v1/digest"), 200).frequency).toBe("daily");
});

test("a link that the service did not sign ends nothing", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  const eve = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  advance(DAY_MS);
  const { pathname } = new URL((await mailed(ada))[0]?.unsubscribe ?? "");

  for (const path of [
    pathname.replace(ada.member_id, eve.member_id),
    pathname.slice(0, -1),
    `${pathname}.x`,
    "/digest/x",
    `/digest/${"x".repeat(301)}`,
  ])
    for (const method of ["GET", "POST"] as const)
      expect([400, 404], `${method} ${path}`).toContain((await anonymous(method, path)).status);
  const large = await anonymous("POST", pathname, "x".repeat(5_000), { "content-type": "text/plain" });
  expect(large.status).toBe(413);
  for (const person of [ada, eve])
    expect(bodyOf(await person.request("GET", "/v1/digest"), 200).frequency).toBe("daily");
});

test("a deactivated member gets no mail, and a deleted one leaves no choice behind", async () => {
  const { account, item_id } = await givenAnswered();
  const ada = await givenReader(account, { role: "manager" });
  await ask(account, item_id);
  const { request } = account;
  bodyOf(await request("PATCH", `/v1/members/${ada.member_id}`, { active: false }), 200);
  advance(DAY_MS);
  expect(await mailed(ada)).toEqual([]);

  bodyOf(await request("PATCH", `/v1/members/${ada.member_id}`, { active: true }), 200);
  expect(await mailed(ada)).toEqual([]);
  advance(DAY_MS);
  expect(await mailed(ada)).toHaveLength(1);
  bodyOf(await request("DELETE", `/v1/members/${ada.member_id}`), 204);
  await runJobs();
  const left = await db
    .selectFrom("digests")
    .selectAll()
    .where("account_id", "=", account.accountId)
    .execute();
  expect(left).toEqual([]);
});
