import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { createSendMail, isRefused } from "./mail.ts";

const MAIL = { to: "owner@acme.test", subject: "[Assay] Réveil", text: "First line\n.second line\n" };

/**
 * A mail server that accepts mail (RFC 5321), or answers MAIL with `refusal`. With `end` it ends the connection after the text, without
 * an answer.
 */
async function givenMailServer(refusal = "250 ok", end?: "end") {
  const answers: Readonly<Record<string, string>> = { MAIL: refusal, DATA: "354 go on", QUIT: "221 bye" };
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isText = false;
    socket.write("220 sink\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      lines.push(line);
      if (isText && line !== ".") return;
      if (isText && end !== undefined) {
        socket.destroy();
        return;
      }
      isText = line === "DATA";
      socket.write(`${answers[line.slice(0, 4)] ?? "250 ok"}\r\n`);
      if (line === "QUIT") socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return { lines, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a mail goes to the server of the URL, from the sender that the URL names", async () => {
  const { lines, url } = await givenMailServer();

  await createSendMail(`${url}?from=assay@acme.test`, () => undefined)(MAIL);

  expect(lines).toContain("MAIL FROM:<assay@acme.test>");
  expect(lines).toContain("RCPT TO:<owner@acme.test>");
  expect(lines).toContain("From: assay@acme.test");
  expect(lines).toContain("Subject: =?UTF-8?Q?=5BAssay=5D_R=C3=A9veil?=");
  expect(lines).toContain("First line");
  expect(lines).toContain("..second line");
});

test("a refused mail is an error, so that the job tries again", async () => {
  const { url } = await givenMailServer("451 later");

  await expect(createSendMail(url, () => undefined)(MAIL)).rejects.toThrow("451 later");
});

test("the server's refusal and a missing server are told apart from a connection that ends later", async () => {
  const failure = (url: string) =>
    createSendMail(url, () => undefined)(MAIL).catch((fault: unknown) => fault);
  const { url } = await givenMailServer("451 later");
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, "close");

  expect(isRefused(await failure(url))).toBe(true);
  expect(isRefused(await failure(`smtp://127.0.0.1:${port}`))).toBe(true);
  expect(isRefused(await failure("smtp://nowhere.invalid:25"))).toBe(true);
  expect(isRefused(await failure((await givenMailServer("250 ok", "end")).url))).toBe(false);
});

test.each([
  [
    "https://assay.test/digest/x",
    ["List-Unsubscribe: <https://assay.test/digest/x>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"],
  ],
  ["http://localhost/digest/x", ["List-Unsubscribe: <http://localhost/digest/x>"]],
])("mail programs offer to unsubscribe at %s", async (unsubscribe, expected) => {
  const { lines, url } = await givenMailServer();

  await createSendMail(url, () => undefined)({ ...MAIL, unsubscribe });

  expect(lines.filter((line) => /^list-/i.test(line))).toEqual(expected);
});

test("without a server the mail is a log line", async () => {
  const log: string[] = [];

  await createSendMail(undefined, (line) => log.push(line))(MAIL);

  expect(log).toEqual(["mail to owner@acme.test: [Assay] Réveil\nFirst line\n.second line\n"]);
});
