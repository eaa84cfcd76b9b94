import { beforeEach, expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import type { Mail } from "../platform/network/mail.ts";
import { notifyOwner, sendNotification } from "./notifications.ts";

const mails: Mail[] = [];
let takesMail = true;

const service = await startService({
  sendMail: async (mail) => {
    if (!takesMail) throw new Error("the mail server is down");
    mails.push(mail);
  },
});
const { db, deps } = service;

beforeEach(() => {
  mails.length = 0;
  takesMail = true;
});

async function givenNotification(account: { accountId: string }, subject = "Something happened") {
  const { accountId: account_id } = account;
  await db
    .transaction()
    .execute((tx) => notifyOwner(tx, { account_id, subject, body: "Look.", created_at: deps.now() }));
}

test("a notification is mailed to the owner once, and listed", async () => {
  const account = await service.givenAccount();
  await givenNotification(account);
  const { body: before } = await account.request("GET", "/v1/account/notifications");
  service.advance(1_000);

  await service.runJobs();
  const { status, body: after } = await account.request("GET", "/v1/account/notifications");
  await sendNotification(deps, { account_id: account.accountId, notification_id: after.data[0].id });

  expect(mails).toEqual([{ to: "owner@acme.test", subject: "Something happened", text: "Look." }]);
  expect(before.data[0].sent_at).toBeNull();
  expect(status).toBe(200);
  expect(after).toEqual({
    data: [{ ...before.data[0], sent_at: deps.now().toISOString() }],
    has_more: false,
    next_cursor: null,
  });
});

test("a refused mail is sent by a later run of its job", async () => {
  const account = await service.givenAccount();
  takesMail = false;
  await givenNotification(account);
  await service.runJobs();
  const { body } = await account.request("GET", "/v1/account/notifications");
  const [{ id, sent_at }] = body.data;
  expect(sent_at).toBeNull();
  await expect(
    sendNotification(deps, { account_id: account.accountId, notification_id: id }),
  ).rejects.toThrow("the mail server is down");

  takesMail = true;
  await sendNotification(deps, { account_id: account.accountId, notification_id: id });

  expect(mails).toHaveLength(1);
});

test("without an address nothing is mailed, but the notification is listed", async () => {
  const account = await service.givenAccount();
  await db.updateTable("accounts").set({ owner_email: null }).where("id", "=", account.accountId).execute();
  await givenNotification(account);

  await service.runJobs();

  expect(mails).toEqual([]);
  const { body } = await account.request("GET", "/v1/account/notifications");
  expect(body.data).toMatchObject([{ recipient: null, subject: "Something happened", sent_at: null }]);
});

test("a notification that is rolled back is neither stored nor mailed", async () => {
  const { accountId: account_id, request } = await service.givenAccount();

  const change = db.transaction().execute(async (tx) => {
    await notifyOwner(tx, { account_id, subject: "Never", body: "", created_at: deps.now() });
    throw new Error("the change failed");
  });
  await expect(change).rejects.toThrow("the change failed");
  await service.runJobs();

  expect(mails).toEqual([]);
  expect((await request("GET", "/v1/account/notifications")).body.data).toEqual([]);
});

test("the list has the account's own notifications, newest first, page by page", async () => {
  const account = await service.givenAccount();
  await givenNotification(await service.givenAccount(), "another's");
  await givenNotification(account, "first");
  service.advance(1);
  await givenNotification(account, "second");

  const { body: page } = await account.request("GET", "/v1/account/notifications?limit=1");
  const { body: next } = await account.request(
    "GET",
    `/v1/account/notifications?limit=1&cursor=${page.next_cursor}`,
  );

  expect([...page.data, ...next.data].map(({ subject }) => subject)).toEqual(["second", "first"]);
  expect(await account.request("GET", "/v1/account/notifications?sort=updated_at")).toMatchObject({
    status: 400,
  });
});
