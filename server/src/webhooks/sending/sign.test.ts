import { createHmac } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, test } from "vitest";
import { signBody, signMessage } from "./sign.ts";

const SECRET = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";
const ID = "evt_01JD3W8Q9V6T2R4M5N7P8X0YZA";
const BODY =
  '{"id":"evt_01JD3W8Q9V6T2R4M5N7P8X0YZA","type":"batch.certified","created_at":"2024-11-21T01:00:00.000Z","data":{"batch_id":"batch_01JD3W8Q9V6T2R4M5N7P8X0YZB","project_id":"proj_01JD3W8Q9V6T2R4M5N7P8X0YZC","quality_score":97,"certification_level":"elite","file_count":1200,"download_url":"https://api.example.com/v1/batches/batch_01JD3W8Q9V6T2R4M5N7P8X0YZB/download"}}';

// The expected values were made with Python's hmac and base64 modules.
test("the published example is signed as documented", () => {
  expect(Buffer.byteLength(BODY)).toBe(367);
  expect(signBody(SECRET, BODY)).toBe("e542db998132cdbeca6a4fe717fa96b632f3a5cc832e1c03b8e29905ae183ccf");
  expect(signMessage(SECRET, { id: ID, timestamp: 1_732_150_800, body: BODY })).toBe(
    "v1,s9o7blP65wgNOb6BQLfS3x7dgX8v76s7PZ0HZ/lqmeY=",
  );
});

test.each([
  ["standardwebhooks", new StandardWebhook(SECRET)],
  ["svix", new SvixWebhook(SECRET)],
])(
  "the %s library accepts what was signed now, and neither other bytes nor an old timestamp",
  (_name, library) => {
    const now = Math.floor(Date.now() / 1000);
    const body = '{"b":1.0,"a":"é\u2028"}';
    const headers = (timestamp: number) => ({
      "webhook-id": ID,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signMessage(SECRET, { id: ID, timestamp, body }),
    });

    expect(() => library.verify(body, headers(now))).not.toThrow();
    expect(() => library.verify(body.replace("1.0", "1"), headers(now))).toThrow(
      "No matching signature found",
    );
    expect(() => library.verify(body, headers(now - 301))).toThrow("timestamp");
  },
);

test("two signatures in one header, as during a rotation, verify with either secret", () => {
  const other = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const message = { id: ID, timestamp: Math.floor(Date.now() / 1000), body: BODY };
  const headers = {
    "webhook-id": ID,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": `${signMessage(other, message)} ${signMessage(SECRET, message)}`,
  };

  for (const secret of [SECRET, other]) {
    expect(new StandardWebhook(secret).verify(BODY, headers)).toMatchObject({ id: ID });
  }
});

test("X-Signature is the HMAC of the body's UTF-8 bytes", () => {
  const body = '{"name":"é\u2028"}';

  expect(signBody(SECRET, body)).toBe(
    createHmac("sha256", SECRET).update(Buffer.from(body, "utf8")).digest("hex"),
  );
});
