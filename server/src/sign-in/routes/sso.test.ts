import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { startIdentityProvider } from "../../../test/identity-provider.ts";
import { askToken, cookieOf, givenPerson, origin, PASSWORD } from "../../../test/people.ts";
import { type Response, type Service, startService } from "../../../test/service.ts";
import { readConfig } from "../../config.ts";
import { createOutbound } from "../../platform/network/outbound.ts";

const REDIRECT_URI = "http://localhost:8080/auth/callback/sso";
const provider = await startIdentityProvider(REDIRECT_URI, { sub: "nobody" });
const { oidc } = readConfig({
  ASSAY_OIDC_ISSUER: provider.issuer,
  ASSAY_OIDC_CLIENT_ID: provider.clientId,
  ASSAY_OIDC_CLIENT_SECRET: provider.clientSecret,
  ASSAY_OIDC_ROLE_CLAIM: "groups",
  ASSAY_OIDC_ROLES: "admins=owner,leads=manager,labelers=annotator",
  ASSAY_OIDC_NAME: "Acme",
});
// Private networks are blocked, except the provider's own origin.
const outbound = createOutbound([]);
const service = await startService({ config: { ...readConfig({}), oidc }, outbound });
const { anonymous, request, db, mails, runJobs } = service;

// Each test has its own network, and so its own rate limit.
beforeEach(() => service.advance(61_000));

/** Follows a browser's steps after the button; ends with the response of the callback. */
async function signIn(
  to = "/members",
  { anonymous }: Pick<Service, "anonymous"> = service,
): Promise<Response> {
  const begun = await anonymous("GET", `/auth/sso?to=${encodeURIComponent(to)}`);
  expect(begun.status).toBe(302);
  const asked = await fetch(String(begun.headers.location), { redirect: "manual" });
  const back = new URL(asked.headers.get("location") ?? (await asked.text()));
  expect(back.origin + back.pathname).toBe(REDIRECT_URI);
  return anonymous("GET", back.pathname + back.search, undefined, { cookie: cookieOf(begun) });
}

async function personOf(response: Response) {
  return bodyOf(await askToken(service, cookieOf(response)), 200).person;
}

const verified = (name: string, claims: object = {}) => ({
  sub: `sub-${name}`,
  name,
  email: `${name}@acme.test`,
  email_verified: true,
  ...claims,
});

test("the sign-in page gets the provider's name, and starts the sign-in with PKCE", async () => {
  expect(bodyOf(await anonymous("GET", "/auth/ways"), 200)).toEqual({ sso: "Acme", mail: false });
  const { headers } = await anonymous("GET", "/auth/sso");
  const { searchParams, origin, pathname } = new URL(String(headers.location));
  expect(origin + pathname).toBe(`${provider.issuer}/authorize`);
  expect(searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
});

test("an invited person signs in through the provider, with the invitation's role, and the link is used up", async () => {
  const member = bodyOf(
    await request("POST", "/v1/members", { name: "Ada", email: "Ada@acme.test", role: "reviewer" }),
    201,
  );
  provider.claims = verified("ada");

  const answer = await signIn("/members?gone=true");

  expect(answer).toMatchObject({
    status: 302,
    headers: { location: "http://localhost:8080/members?gone=true" },
  });
  expect(await personOf(answer)).toMatchObject({ member_id: member.id, role: "reviewer" });
  const link = member.invitation.url.replace(/.*\/join\//, "/auth/invitations/");
  expect((await anonymous("GET", link)).status).toBe(404);
  expect(await personOf(await signIn())).toMatchObject({ member_id: member.id });
});

test("a person with a role in the claim signs in without an invitation, and the role follows the claim from then on", async () => {
  provider.claims = verified("grace", { groups: ["labelers", "leads", "others"] });
  expect(await personOf(await signIn())).toMatchObject({ name: "grace", role: "manager" });

  provider.claims = verified("grace", { groups: "labelers" });
  expect(await personOf(await signIn())).toMatchObject({ role: "annotator" });
});

test.each([
  ["is no member and has no role by the claim", verified("eve", { groups: ["others"] })],
  [
    "shows an address that the provider says is not theirs",
    verified("mallory", { email: "ada@acme.test", email_verified: false }),
  ],
])("who %s is sent back to the sign-in page", async (_who, claims) => {
  provider.claims = claims;

  const answer = await signIn();

  expect(answer.status).toBe(302);
  expect(String(answer.headers.location)).toMatch(/^\/sign-in\?fault=/);
  expect(await askToken(service, cookieOf(answer))).toMatchObject({ status: 401 });
  const kept = await db.selectFrom("people").select("id").where("name", "=", claims.name).execute();
  expect(kept).toEqual([]);
});

test("an unverified address does not match an invited member", async () => {
  const member = { name: "Ida", email: "ida@acme.test", role: "manager" };
  const { id } = bodyOf(await request("POST", "/v1/members", member), 201);
  provider.claims = verified("ida", { sub: "sub-mallory", email_verified: false });

  expect(String((await signIn()).headers.location)).toMatch(/^\/sign-in\?fault=/);
  expect((await request("GET", `/v1/members/${id}`)).body.sign_in).toBe("invited");
});

test("an address that equals a member's only in lower case does not match", async () => {
  const member = { name: "Kate", email: "kate@acme.test", role: "manager" };
  const { id } = bodyOf(await request("POST", "/v1/members", member), 201);
  provider.claims = verified("kate", { sub: "sub-twin", email: "\u212aate@acme.test" });
  expect(String((await signIn()).headers.location)).toMatch(/^\/sign-in\?fault=/);
  expect((await request("GET", `/v1/members/${id}`)).body.sign_in).toBe("invited");
});

test("a deactivated member cannot sign in through the provider either", async () => {
  provider.claims = verified("max", { groups: ["labelers"] });
  const { member_id } = await personOf(await signIn());
  await request("PATCH", `/v1/members/${member_id}`, { active: false });

  expect(String((await signIn()).headers.location)).toBe("/sign-in?fault=no_member");
});

test("an unsolicited response, or one requested by another browser, signs nobody in", async () => {
  const begun = await anonymous("GET", "/auth/sso");
  const asked = await fetch(String(begun.headers.location), { redirect: "manual" });
  const { pathname, search } = new URL(asked.headers.get("location") ?? "");

  for (const path of ["/auth/callback/sso", "/auth/callback/sso?code=x&state=y", pathname + search]) {
    const answer = await anonymous("GET", path);
    expect(String(answer.headers.location)).toMatch(/^\/sign-in\?fault=/);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
});

test.each(["https://evil.test/", "//evil.test", "/\\evil.test"])(
  "the redirect after sign-in never leads to %s",
  async (to) => {
    expect((await anonymous("GET", `/auth/sso?to=${encodeURIComponent(to)}`)).status).toBe(400);
  },
);

test("the provider's tokens are not stored", async () => {
  provider.claims = verified("tess", { groups: ["labelers"] });
  await personOf(await signIn());
  const rows = await db.selectFrom("credentials").selectAll().where("provider", "=", "sso").execute();

  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows)
    expect([row.access_token, row.refresh_token, row.id_token]).toEqual([null, null, null]);
});

/** A server in the service's own network that counts its requests. */
async function givenInside() {
  const inside = { url: "", visits: 0 };
  const server = createServer((_request, response) => {
    inside.visits += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(inside, { url: `http://127.0.0.1:${port}/inside` });
}

test.each(["token_endpoint", "jwks_uri"])(
  "a provider that names a %s in a private network causes no request there",
  async (name) => {
    const inside = await givenInside();
    const told = { [name]: inside.url };
    const liar = await startIdentityProvider(REDIRECT_URI, verified("ada"), told);
    const { issuer, clientId, clientSecret } = liar;
    const settings = { ...readConfig({}), oidc: oidc && { ...oidc, issuer, clientId, clientSecret } };

    const answer = await signIn("/", await startService({ config: settings, outbound }));

    expect(String(answer.headers.location)).toMatch(/^\/sign-in\?fault=/);
    expect(inside.visits).toBe(0);
  },
);

const withPassword = (email: string, password: string) =>
  anonymous("POST", "/auth/sign-in/email", { email, password }, origin(service));

test("a person who joined by a link that the inviter saw loses password and sessions when the address's owner signs in", async () => {
  const manager = await givenPerson(service, { role: "manager" });
  const invited = { name: "Chief", email: "chief@acme.test", role: "annotator" };
  const { invitation } = bodyOf(await manager.request("POST", "/v1/members", invited), 201);
  const link = invitation.url.replace(/.*\/join\//, "/auth/invitations/");
  const joining = { name: "Chief", password: PASSWORD };
  const squatter = await anonymous("POST", link, joining, origin(service));
  const { token } = bodyOf(await askToken(service, cookieOf(squatter)), 200);
  provider.claims = verified("chief", { groups: "admins" });

  expect(await personOf(await signIn())).toMatchObject({ role: "owner", email: "chief@acme.test" });

  expect((await withPassword("chief@acme.test", PASSWORD)).status).toBe(401);
  expect((await askToken(service, cookieOf(squatter))).status).toBe(401);
  expect((await service.requestWith(token)("GET", "/v1/members")).status).toBe(401);
  expect(await personOf(await signIn())).toMatchObject({ role: "owner" });
});

test("a person who set a password by a mailed link keeps it after signing in through the provider", async () => {
  const { email, member_id } = await givenPerson(service);
  bodyOf(await request("POST", `/v1/members/${member_id}/invite`), 200);
  await runJobs();
  const [, path] = /\/join\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? "") ?? [];
  const proven = { name: "Ada", password: "another password" };
  expect((await anonymous("POST", `/auth/invitations/${path}`, proven, origin(service))).status).toBe(204);
  provider.claims = verified("mailed", { email });

  expect(await personOf(await signIn())).toMatchObject({ member_id });

  expect((await withPassword(email, "another password")).status).toBe(204);
});

test.each([undefined, "false", "yes", null])(
  "an address whose email_verified is %j is not proven: it can neither join nor take over an account",
  async (email_verified) => {
    const { email, cookie } = await givenPerson(service);
    provider.claims = verified("unsaid", { sub: `sub-${email}`, email, email_verified });

    expect((await signIn()).headers.location).toBe("/sign-in?fault=unproven");

    expect((await withPassword(email, PASSWORD)).status).toBe(204);
    expect((await askToken(service, cookie)).status).toBe(200);
  },
);

test("a provider that is trusted with addresses need not confirm them, but may deny them", async () => {
  const trusting = await startService({
    config: { ...readConfig({}), oidc: oidc && { ...oidc, trustEmails: true } },
    outbound,
  });
  provider.claims = verified("silent", { email_verified: undefined, groups: "leads" });
  const silent = await signIn("/", trusting);
  expect(bodyOf(await askToken(trusting, cookieOf(silent)), 200).person).toMatchObject({ role: "manager" });

  provider.claims = verified("denied", { email_verified: false, groups: "leads" });
  expect(String((await signIn("/", trusting)).headers.location)).toMatch(/^\/sign-in\?fault=/);
});

test("a member who loses their role at the provider is deactivated, and returns when the provider gives one again", async () => {
  provider.claims = verified("lena", { groups: "leads" });
  const { member_id } = await personOf(await signIn());
  const member = async () => (await request("GET", `/v1/members/${member_id}`)).body;

  provider.claims = verified("lena", { groups: [] });
  expect(String((await signIn()).headers.location)).toBe("/sign-in?fault=no_member");
  expect(await member()).toMatchObject({ active: false });

  provider.claims = verified("lena", { groups: ["labelers"] });
  expect(await personOf(await signIn())).toMatchObject({ member_id, role: "annotator" });
  expect(await member()).toMatchObject({ active: true, role: "annotator", deactivated_at: null });
});

test("the provider neither reactivates nor removes a member whom an owner deactivated or gave another role", async () => {
  provider.claims = verified("olaf", { groups: "leads" });
  const { member_id } = await personOf(await signIn());
  bodyOf(await request("PATCH", `/v1/members/${member_id}`, { role: "reviewer" }), 200);
  provider.claims = verified("olaf");
  expect(await personOf(await signIn())).toMatchObject({ member_id, role: "reviewer" });

  bodyOf(await request("PATCH", `/v1/members/${member_id}`, { active: false }), 200);
  provider.claims = verified("olaf", { groups: "leads" });
  expect(String((await signIn()).headers.location)).toBe("/sign-in?fault=no_member");
});
