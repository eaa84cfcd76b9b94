import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readEvent, SignatureError } from "./webhooks.ts";

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
