import { expect, test } from "vitest";
import { recordLog } from "../../test/recorded-log.ts";
import { createLog } from "./log.ts";

const SECRET = "c2VjcmV0LXZhbHVl";

test.each<[string, object | string]>([
  ["a header", { headers: { authorization: `Bearer ${SECRET}` } }],
  ["a list of cookies", { res: { headers: { "Set-Cookie": [`session=${SECRET}`, "a=b"] } } }],
  ["a field of any depth", { a: { b: [{ c: { client_secret: SECRET } }] } }],
  ["a password with quotes in it", { password: `"${SECRET}"` }],
  ["an API key's field", { apiKey: SECRET }],
  ["a signature's header", { "webhook-signature": `v1,${SECRET}` }],
  ["an API key in a text", `unknown key assay_live_${SECRET}`],
  ["a link to join by", `GET /auth/invitations http://localhost:8080/join/${SECRET}`],
  ["a link to enter by", `GET /auth/enter/${SECRET}?to=%2Fwork`],
  ["a webhook secret in a text", `cannot sign with whsec_${SECRET}+/==.`],
  ["an authentication in a text", `sent "Authorization: Bearer ${SECRET}"`],
  ["JSON in a text", `body was {"secret":"${SECRET}","a":1}`],
  ["JSON in a text in a field", { error: { detail: JSON.stringify({ body: { token: SECRET } }) } }],
  ["a signed URL", `GET /v1/files/file_1/content?expires=1&signature=${SECRET}`],
  ["somebody's signed URL", `fetched https://s3.test/a.png?X-Amz-Signature=${SECRET} in vain`],
  ["a URL with a password", { url: `postgres://assay:${SECRET}@db.test/assay` }],
  ["an error", { err: new Error(`smtp://user:${SECRET}@mail.test does not answer`) }],
  ["an error's cause", { err: new Error("failed", { cause: new Error(`Bearer ${SECRET}`) }) }],
])("a line does not tell the secret in %s, and is still JSON", (_, said) => {
  const { log, text } = recordLog();

  if (typeof said === "string") log.error(said);
  else log.error(said, "said");

  expect(text()).not.toContain(SECRET);
  expect(text()).toContain("[redacted]");
  expect(JSON.parse(text())).toMatchObject({ level: "error" });
});

test.each([
  ["backslashes", "\\".repeat(500_000)],
  ["words of secrets", `"${"token".repeat(200_000)}"`],
  ["lists of secrets", '"token":['.repeat(100_000)],
])("a long line of %s is left out, and says so", (_, long) => {
  const { log, text } = recordLog();

  log.error(`${long} {"secret":"${SECRET}"}`);

  expect(JSON.parse(text())).toMatchObject({
    level: "error",
    msg: expect.stringMatching(/^a line of \d+ char/),
  });
  expect(text().length).toBeLessThan(300);
});

test.each([
  ["backslashes", "\\".repeat(7_000)],
  ["words of secrets", `"${"token".repeat(3_000)}"`],
])("a secret behind many %s is not told", (_, before) => {
  const { log, text } = recordLog();

  log.error(`${before} {"secret":"${SECRET}"}`);

  expect(text()).toContain("[redacted]");
  expect(text()).not.toContain(SECRET);
});

test("text without secrets is not changed", () => {
  const { log, lines } = recordLog();
  const about = { request_id: "req_1", route: "/v1/keys/:id", note: "is this one? yes=1", key_id: "key_1" };

  log.info(about, "request");

  expect(lines("request")).toMatchObject([about]);
});

test("a log level omits lines below it", () => {
  const written: string[] = [];
  const log = createLog("warn", { write: (line) => void written.push(line) });

  log.info("no");
  log.warn("yes");

  expect(written).toHaveLength(1);
});
