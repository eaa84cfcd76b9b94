import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { deliverDue, startDeliveries } from "../../test/deliveries.ts";
import { isSigned } from "../../test/receiver.ts";
import { sweep } from "../sweep.ts";
import { signBody } from "./sending/sign.ts";

const OLD = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";
const NEW = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

const { advance, answerWith, db, deps, givenEvent, givenWebhook, sent } = await startDeliveries({
  // The libraries compare with the time of the machine.
  startsAt: new Date(),
});

type Webhook = Awaited<ReturnType<typeof givenWebhook>>;

const rotate = ({ request, path }: Webhook, body: object = {}, headers = {}) =>
  request("POST", `${path}/rotate-secret`, body, headers);

/** Whether both independent libraries accept the last delivery with `secret`. */
function verifies(secret: string): boolean {
  const last = sent.at(-1);
  if (last === undefined) throw new Error("something was sent");
  const verdicts = [StandardWebhook, SvixWebhook].map((Library) => {
    try {
      new Library(secret).verify(last.body, { ...last.headers });
      return true;
    } catch {
      return false;
    }
  });
  expect(new Set(verdicts).size).toBe(1);
  return verdicts.includes(true);
}

test("a retry after a rotation verifies with the new secret and, while the overlap lasts, with the old one", async () => {
  const webhook = await givenWebhook({ secret: OLD });
  await givenEvent(webhook);
  answerWith(() => 500);
  await deliverDue(deps);
  expect([verifies(OLD), verifies(NEW)]).toEqual([true, false]);

  const { status, body } = await rotate(webhook, { secret: NEW, overlap_seconds: 61 });
  advance(60_000);
  await deliverDue(deps);

  expect(status).toBe(200);
  expect([verifies(OLD), verifies(NEW)]).toEqual([true, true]);
  const last = sent.at(-1);
  if (last === undefined) throw new Error("something was sent");
  const { headers, body: bytes } = last;
  expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(headers["X-Signature"]).toBe(signBody(NEW, bytes));
  const received = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  expect(isSigned({ path: "", headers: Object.fromEntries(received), body: bytes }, NEW)).toBe(true);
  expect(body).toMatchObject({
    id: webhook.id,
    secret: NEW,
    secret_hint: `…${NEW.slice(-6)}`,
    previous_secret_expires_at: new Date(deps.now().getTime() + 1_000).toISOString(),
  });
  const { secret: _, ...shown } = body;
  expect(await webhook.read()).toEqual(shown);
});

test("a secret whose overlap has ended does not sign, whether the sweep has erased it or not", async () => {
  const webhook = await givenWebhook({ secret: OLD });
  await rotate(webhook, { secret: NEW, overlap_seconds: 5 });
  await givenEvent(webhook);
  advance(5_000);
  await deliverDue(deps);
  expect([verifies(OLD), verifies(NEW)]).toEqual([false, true]);
  expect(sent.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);

  await sweep(deps);
  await givenEvent(webhook);
  await deliverDue(deps);

  expect([verifies(OLD), verifies(NEW)]).toEqual([false, true]);
  expect(await webhook.read()).toMatchObject({ previous_secret_expires_at: null });
  const stored = db.selectFrom("webhooks").select("previous_secret_encrypted").where("id", "=", webhook.id);
  expect(await stored.executeTakeFirst()).toEqual({ previous_secret_encrypted: null });
});

test("a sweep keeps a secret that still signs", async () => {
  const webhook = await givenWebhook({ secret: OLD });
  await rotate(webhook, { secret: NEW });
  advance(86_399_999);
  await sweep(deps);

  expect(await webhook.read()).toMatchObject({
    previous_secret_expires_at: new Date(deps.now().getTime() + 1).toISOString(),
  });
  advance(-86_399_999);
});

test("a second rotation during the overlap is refused, or ends both secrets", async () => {
  const webhook = await givenWebhook({ secret: OLD });
  const { body: first } = await rotate(webhook);
  const expected = new Date(deps.now().getTime() + 86_400_000).toISOString();
  expect(first.previous_secret_expires_at).toBe(expected);
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

  expect(await rotate(webhook, { secret: NEW })).toMatchObject({
    status: 409,
    body: { error: "conflict", message: expect.stringContaining(expected) },
  });
  const { body: second } = await rotate(webhook, { secret: NEW, overlap_seconds: 0 });
  await givenEvent(webhook);
  await deliverDue(deps);

  expect(second).toMatchObject({ secret: NEW, previous_secret_expires_at: null });
  expect([OLD, first.secret, NEW].map(verifies)).toEqual([false, false, true]);
  expect((await rotate(webhook, { overlap_seconds: 1 })).status).toBe(200);
});

test("the next rotation may begin once the overlap has ended", async () => {
  const webhook = await givenWebhook({ secret: OLD });
  await rotate(webhook, { secret: NEW, overlap_seconds: 1 });
  advance(1_000);

  expect((await rotate(webhook)).status).toBe(200);
});

test.each([
  { secret: "whsec_short" },
  { secret: "none" },
  { overlap_seconds: -1 },
  { overlap_seconds: 604_801 },
  { overlap_seconds: 1.5 },
])("a rotation with %j is refused, and changes nothing", async (body) => {
  const webhook = await givenWebhook({ secret: OLD });
  const before = await webhook.read();

  expect(await rotate(webhook, body)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(await webhook.read()).toEqual(before);
});

test("a rotation repeated with an Idempotency-Key returns the same secret", async () => {
  const webhook = await givenWebhook();
  const key = { "idempotency-key": "rotate" };

  const [first, second] = [await rotate(webhook, {}, key), await rotate(webhook, {}, key)];

  expect(second.body).toEqual(first.body);
  expect(second.headers["idempotent-replayed"]).toBe("true");
});
