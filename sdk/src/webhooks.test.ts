import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { readEvent, SignatureError, signWebhook, unwrapWebhook } from "./webhooks.ts";

const SECRET = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";
const BODY =
  '{"id":"evt_01JD3W8Q9V6T2R4M5N7P8X0YZA","type":"batch.certified","created_at":"2024-11-21T01:00:00.000Z","data":{"batch_id":"batch_01JD3W8Q9V6T2R4M5N7P8X0YZB","project_id":"proj_01JD3W8Q9V6T2R4M5N7P8X0YZC","quality_score":97,"certification_level":"elite","file_count":1200,"download_url":"https://api.example.com/v1/batches/batch_01JD3W8Q9V6T2R4M5N7P8X0YZB/download"}}';
/** The signature of these bytes with this secret, computed with Python's hmac and hashlib. */
const SIGNATURE = "e542db998132cdbeca6a4fe717fa96b632f3a5cc832e1c03b8e29905ae183ccf";

test("the event of a signed request is returned", async () => {
  const event = await readEvent(BODY, SIGNATURE, SECRET);

  expect(event).toMatchObject({ type: "batch.certified", data: { quality_score: 97 } });
  const body = '{"é":"\\u2028 \u{1f600}"}';
  const signature = createHmac("sha256", "s").update(body).digest("hex");
  expect(await readEvent(body, signature, "s")).toEqual({ é: "\u2028 \u{1f600}" });
});

test.each([
  ["another body", BODY.replace("97", "98"), SIGNATURE, SECRET],
  ["the same JSON serialized again", JSON.stringify(JSON.parse(BODY), null, 1), SIGNATURE, SECRET],
  ["another secret", BODY, SIGNATURE, `${SECRET}x`],
  ["no signature", BODY, null, SECRET],
  ["an empty signature", BODY, "", SECRET],
  ["half a signature", BODY, SIGNATURE.slice(0, 32), SECRET],
  ["a signature in capitals", BODY, SIGNATURE.toUpperCase(), SECRET],
  ["no hexadecimal", BODY, "zz".repeat(32), SECRET],
])("%s is refused", async (_, body, signature, secret) => {
  await expect(readEvent(body, signature, secret)).rejects.toThrow(SignatureError);
});

const NOW = new Date("2026-11-21T03:00:00.000Z");
const OTHER = "whsec_b3RoZXItc2VjcmV0LW9mLTMyLWJ5dGVzLWZvci10ZXN0cw==";

/** The headers that the library of Standard Webhooks makes. */
function foreign(body: string, secret = SECRET, at = NOW) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(at.getTime() / 1_000),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, body),
  };
}

test("a request signed by the library of Standard Webhooks is unwrapped, with the headers of fetch or of Node", async () => {
  const headers = foreign(BODY);

  expect(await unwrapWebhook(BODY, headers, SECRET, { now: NOW })).toMatchObject({ type: "batch.certified" });
  expect(await unwrapWebhook(BODY, new Headers(headers), SECRET, { now: NOW })).toEqual(JSON.parse(BODY));
});

test("the library of Standard Webhooks verifies what sign makes", async () => {
  const headers = await signWebhook('{"é":"\u{1f600}"}', SECRET);

  expect(new Webhook(SECRET).verify('{"é":"\u{1f600}"}', { ...headers })).toEqual({ é: "\u{1f600}" });
});

test("one of several secrets and one of several signatures suffices", async () => {
  const both = `${foreign(BODY, OTHER)["webhook-signature"]} ${foreign(BODY)["webhook-signature"]} v2,AAAA`;

  expect(await unwrapWebhook(BODY, foreign(BODY), [OTHER, SECRET], { now: NOW })).toEqual(JSON.parse(BODY));
  const headers = { ...foreign(BODY), "webhook-signature": both };
  expect(await unwrapWebhook(BODY, headers, SECRET, { now: NOW })).toEqual(JSON.parse(BODY));
});

test.each([
  ["another body", `${BODY} `, foreign(BODY), SECRET],
  ["another secret", BODY, foreign(BODY), OTHER],
  ["no secret", BODY, foreign(BODY), []],
  ["another id", BODY, { ...foreign(BODY), "webhook-id": "evt_2" }, SECRET],
  ["no signature", BODY, { ...foreign(BODY), "webhook-signature": undefined }, SECRET],
  ["an empty signature", BODY, { ...foreign(BODY), "webhook-signature": "v1," }, SECRET],
  ["half a signature", BODY, { ...foreign(BODY), "webhook-signature": "v1,AAAA" }, SECRET],
  ["another time", BODY, { ...foreign(BODY), "webhook-timestamp": "1795230001" }, SECRET],
  ["no time", BODY, { ...foreign(BODY), "webhook-timestamp": "now" }, SECRET],
  ["an empty secret", BODY, foreign(BODY), "whsec_"],
])("%s is not unwrapped", async (_, body, headers, secrets) => {
  await expect(unwrapWebhook(body, headers, secrets, { now: NOW })).rejects.toThrow(SignatureError);
});

test.each([-301, 301])(
  "a request that is %d s from now is refused, and allowed by a longer tolerance",
  async (offS) => {
    const headers = foreign(BODY, SECRET, new Date(NOW.getTime() + offS * 1_000));

    await expect(unwrapWebhook(BODY, headers, SECRET, { now: NOW })).rejects.toThrow("301 s from now");
    await unwrapWebhook(BODY, headers, SECRET, { now: NOW, toleranceS: 301 });
  },
);
