import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { askToken, cookieOf, PASSWORD } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { buildApp } from "../app.ts";
import { entranceLink } from "./entrance.ts";

const service = await startService();
const { deps } = service;
const config = { ...deps.config, entrance: { token: "t".repeat(43), name: "Grace" } };
const start = () => buildApp({ ...deps, config });
const apps = [await start(), await start(), await start()];
afterAll(() => Promise.all(apps.map((app) => app.close())));

const link = entranceLink(config, "/work?project=proj_x").replace(config.baseUrl, "");

async function open(url: string, { app = apps[0], cookie = "" } = {}) {
  const { statusCode, headers } = (await app?.inject({ url, headers: { cookie } })) ?? {};
  return { status: statusCode, to: headers?.location, cookie: cookieOf({ headers } as never) };
}

test("a link signs the owner in once, without a password, and opens the path that it names", async () => {
  const wrong = await open(link.replace("t".repeat(43), "x"));
  expect(wrong.to).toBe("/sign-in?fault=used_link");

  const entered = await open(link);

  expect(entered).toMatchObject({ status: 302, to: "/work?project=proj_x" });
  const { body } = await askToken(service, entered.cookie);
  expect(body).toMatchObject({ person: { account_id: service.accountId, name: "Grace", role: "owner" } });
  const again = await open(link);
  expect(again).toMatchObject({ status: 302, cookie: "" });
  expect(again.to).toMatch(/^\/sign-in\?fault=/);
});

test("the next start's link signs the same person in, whose password nobody knows", async () => {
  const { cookie } = await open(link, { app: apps[1] });
  expect((await askToken(service, cookie)).body).toMatchObject({ person: { name: "Grace", role: "owner" } });

  const goingOn = await open(link, { app: apps[1], cookie });

  expect(goingOn).toMatchObject({ to: "/work?project=proj_x", cookie: "" });
  const guess = { email: "owner@acme.test", password: PASSWORD };
  const own = { origin: config.baseUrl };
  expect(await service.anonymous("POST", "/auth/sign-in/email", guess, own)).toMatchObject({ status: 401 });
});

test("a link that failed to sign in is not used up", async () => {
  const app = apps[2];
  const owners = service.db.updateTable("members").where("account_id", "=", service.accountId);
  await owners.where("role", "=", "owner").set({ active: false }).execute();
  expect((await open(link, { app })).to).toBe("/sign-in?fault=no_owner");
  await owners.where("role", "=", "owner").set({ active: true }).execute();
  await sql`alter table sessions add constraint none check (false) not valid`.execute(service.db);
  expect(await open(link, { app })).toMatchObject({ cookie: "", to: undefined });
  await sql`alter table sessions drop constraint none`.execute(service.db);

  const { to, cookie } = await open(link, { app });

  expect(to).toBe("/work?project=proj_x");
  expect((await askToken(service, cookie)).status).toBe(200);
});

test.each(["https://evil.test", "//evil.test", "/\\evil.test", "/\t/evil.test", "/\n", "/🙂"])(
  "a link leads to no other site and no invalid address: %j",
  async (to) => {
    const led = link.replace(/to=.*/, `to=${encodeURIComponent(to)}`);
    expect(await open(led)).toMatchObject({ status: 400, to: undefined });
  },
);

test("a service without a link accepts none", async () => {
  expect(await service.anonymous("GET", link)).toMatchObject({ status: 404 });
});
