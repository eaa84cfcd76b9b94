import { afterAll, expect, test } from "vitest";
import { askToken, cookieOf, PASSWORD } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { buildApp } from "../app.ts";
import { entranceLink } from "./entrance.ts";

const service = await startService();
const { deps } = service;
const config = { ...deps.config, entrance: { token: "t".repeat(43), name: "Grace" } };
const apps = [await buildApp({ ...deps, config }), await buildApp({ ...deps, config })];
afterAll(() => Promise.all(apps.map((app) => app.close())));

const link = entranceLink(config, "/work?project=proj_x").replace(config.baseUrl, "");

async function open(url: string, { app = apps[0], cookie = "" } = {}) {
  const { statusCode, headers } = (await app?.inject({ url, headers: { cookie } })) ?? {};
  return { status: statusCode, to: headers?.location, cookie: cookieOf({ headers } as never) };
}

test("a link lets the owner in once, without a password, and straight to what it names", async () => {
  const wrong = await open(link.replace("t".repeat(43), "x"));
  expect(decodeURIComponent(String(wrong.to))).toMatch(
    /^\/sign-in\?fault=this link was used or is an old one/,
  );

  const entered = await open(link);

  expect(entered).toMatchObject({ status: 302, to: "/work?project=proj_x" });
  const { body } = await askToken(service, entered.cookie);
  expect(body).toMatchObject({ person: { account_id: service.accountId, name: "Grace", role: "owner" } });
  const again = await open(link);
  expect(again).toMatchObject({ status: 302, cookie: "" });
  expect(again.to).toMatch(/^\/sign-in\?fault=/);
});

test("the next start's link lets the same person in, who then goes on by any link, and whose password nobody has", async () => {
  const { cookie } = await open(link, { app: apps[1] });
  expect((await askToken(service, cookie)).body).toMatchObject({ person: { name: "Grace", role: "owner" } });

  const goingOn = await open(link, { app: apps[1], cookie });

  expect(goingOn).toMatchObject({ to: "/work?project=proj_x", cookie: "" });
  const guess = { email: "owner@acme.test", password: PASSWORD };
  const own = { origin: config.baseUrl };
  expect(await service.anonymous("POST", "/auth/sign-in/email", guess, own)).toMatchObject({ status: 401 });
});

test.each(["https://evil.test", "//evil.test", "/\\evil.test", "/\t/evil.test", "/\n", "/🙂"])(
  "a link leads to no other site, nor to what is no address: %j",
  async (to) => {
    const led = link.replace(/to=.*/, `to=${encodeURIComponent(to)}`);
    expect(await open(led)).toMatchObject({ status: 400, to: undefined });
  },
);

test("a service without a link knows none", async () => {
  expect(await service.anonymous("GET", link)).toMatchObject({ status: 404 });
});
