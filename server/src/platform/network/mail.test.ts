import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { createSendMail, isRefused } from "./mail.ts";

const MAIL = { to: "owner@acme.test", subject: "[Assay] Réveil", text: "First line\n.second line\n" };

/**
 * A mail server that accepts mail (RFC 5321), or answers MAIL with `refusal`. With `end` it ends the connection after the text, or
 * keeps it, without an answer.
 */
async function givenMailServer(refusal = "250 ok", end?: "end" | "fall silent") {
  const answers: Readonly<Record<string, string>> = { MAIL: refusal, DATA: "354 go on", QUIT: "221 bye" };
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isText = false;
    const answer = (line: string) => {
      socket.write(`${answers[line.slice(0, 4)] ?? "250 ok"}\r\n`);
      if (line === "QUIT") socket.end();
    };
    socket.write("220 sink\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      lines.push(line);
      if (isText && line !== ".") return;
      if (isText && end === "end") socket.destroy();
      else if (!isText || end === undefined) answer(line);
      isText = line === "DATA";
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

test("a server that does not greet in time has no mail, and one that falls silent after the text may have", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterAll(() => void silent.close());
  const long = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const failure = (url: string, timeouts: Partial<typeof long>) =>
    createSendMail(url, () => undefined, { ...long, ...timeouts })(MAIL).catch((fault: unknown) => fault);
  const timedOut = (timeoutType: string) => expect.objectContaining({ timeoutType });
  const greeting = await failure(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, {
    greetingTimeout: 100,
  });
  expect([greeting, isRefused(greeting)]).toEqual([timedOut("GREETING_TIMEOUT"), true]);
  const after = await failure((await givenMailServer("250 ok", "fall silent")).url, { socketTimeout: 300 });
  expect([after, isRefused(after)]).toEqual([timedOut("SOCKET_TIMEOUT"), false]);
  const connecting = Object.assign(new Error("Connection timeout"), { timeoutType: "CONNECT_TIMEOUT" });
  expect(isRefused(connecting)).toBe(true);
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
