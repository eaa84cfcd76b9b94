import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { createSendMail } from "./mail.ts";

const MAIL = { to: "owner@acme.test", subject: "[Assay] Réveil", text: "First line\n.second line\n" };

/** A mail server that accepts mail (RFC 5321), or answers MAIL with `refusal`. */
async function givenMailServer(refusal = "250 ok") {
  const answers: Readonly<Record<string, string>> = { MAIL: refusal, DATA: "354 go on", QUIT: "221 bye" };
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isText = false;
    socket.write("220 sink\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      lines.push(line);
      if (isText && line !== ".") return;
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

test("without a server the mail is a log line", async () => {
  const log: string[] = [];

  await createSendMail(undefined, (line) => log.push(line))(MAIL);

  expect(log).toEqual(["mail to owner@acme.test: [Assay] Réveil\nFirst line\n.second line\n"]);
});
