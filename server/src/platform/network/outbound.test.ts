import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createOutbound, OutboundError } from "./outbound.ts";

/** Spellings of addresses that must never be reached; all of them parse as URLs. */
const BLOCKED = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.0.0.1.",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0x7f.0x0.0x0.0x1",
  "017700000001",
  "0177.0.0.1",
  "%31%32%37.0.0.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "0",
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "2852039166",
  "172.31.255.255",
  "192.0.0.8",
  "192.168.1.1",
  "198.19.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:7f00:1]",
  "[::ffff:169.254.169.254]",
  "[::FFFF:0A00:0001]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[100::1]",
  "[::ffff:0:127.0.0.1]",
  "[2001::1]",
  "[2001:2::1]",
  "[2001:10::1]",
  "[2001:2f::1]",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[3fff::1]",
  "[5f00::1]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
];

const NAMES = ["localhost", "LOCALHOST"];

const opened: Server[] = [];
afterAll(() => {
  for (const server of opened) server.close();
});

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

async function givenReceiver(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server = createServer(answer);
  server.keepAliveTimeout = 1;
  return listen(server);
}

/** A listener that counts connections through any address of this machine. */
async function givenCanary() {
  const canary = { hits: 0, port: 0 };
  canary.port = await listen(
    createTcpServer((socket) => {
      canary.hits += 1;
      socket.destroy();
    }),
    "::",
  );
  return canary;
}

const canary = await givenCanary();

test.each([...BLOCKED, ...NAMES])(
  "%s is refused by https and by http, and no connection is made",
  async (host) => {
    const outbounds = { https: createOutbound([]), http: createOutbound(["10.9.9.0/24"]) };

    for (const [protocol, outbound] of Object.entries(outbounds)) {
      const url = `${protocol}://${host}:${canary.port}/`;
      await expect(outbound.post(url, {}, "{}")).rejects.toMatchObject({ code: "blocked_address" });
      await expect(outbound.get(url, AbortSignal.timeout(5_000))).rejects.toMatchObject({
        code: "blocked_address",
      });
    }

    expect(canary.hits).toBe(0);
  },
);

const PRIVATE = "url must not point to a private network; an operator allows one with ASSAY_ALLOW_NETWORKS";

test.each(BLOCKED)("https://%s cannot be registered", (host) => {
  expect(createOutbound([]).refusal(`https://${host}/hook`)).toBe(PRIVATE);
});

test.each(["8.8.8.8", "[::ffff:8.8.8.8]", "[2606:4700::1111]", "hooks.acme.test", "localhost"])(
  "https://%s can be registered: names are checked on connection",
  (host) => {
    expect(createOutbound([]).refusal(`https://${host}:8443/hook?a=b`)).toBeUndefined();
  },
);

test.each([
  ["http://hooks.acme.test/", "url must begin with https://"],
  ["ftp://hooks.acme.test/", "url must be an absolute https URL"],
  ["/hook", "url must be an absolute https URL"],
  ["https:hooks.acme.test", "url must be an absolute https URL"],
  ["https://", "url must be an absolute https URL"],
  ["https://hooks.acme.test/a b", "url must be an absolute https URL"],
  ["https://hooks.acme.test\\@10.0.0.1/", "url must be an absolute https URL"],
  ["https://me:secret@hooks.acme.test/", "url must not contain a user name or a password"],
  ["https://me@hooks.acme.test/", "url must not contain a user name or a password"],
  ["https://hooks.acme.test/#", "url must not contain a fragment (#)"],
])("%s cannot be registered: %s", (url, message) => {
  expect(createOutbound([]).refusal(url)).toBe(message);
});

test("a URL of more than 2048 characters cannot be registered", () => {
  const url = "https://hooks.acme.test/".padEnd(2_048, "a");

  expect(createOutbound([]).refusal(url)).toBeUndefined();
  expect(createOutbound([]).refusal(`${url}a`)).toBe("url must be at most 2048 characters");
});

test("http can be registered if a network is allowed, but not for an address outside it", () => {
  const { refusal } = createOutbound(["127.0.0.0/8", "::1/128"]);

  expect(refusal("http://localhost:9000/")).toBeUndefined();
  expect(refusal("http://127.1:9000/")).toBeUndefined();
  expect(refusal("http://[::1]:9000/")).toBeUndefined();
  expect(refusal("http://10.0.0.1/")).toBe(PRIVATE);
  expect(refusal("http://8.8.8.8/")).toBe("url must begin with https:// for this address");
});

test("an allowed network is reached by http, and other private networks are not", async () => {
  const port = await givenReceiver((_request, response) => response.end("hello"));
  const { post } = createOutbound(["127.0.0.1/32"]);

  expect(await post(`http://127.1:${port}/`, {}, "{}")).toEqual({ status: 200, body: "hello" });
  expect(await post(`http://[::ffff:127.0.0.1]:${port}/`, {}, "{}")).toMatchObject({ status: 200 });
  await expect(post(`http://127.0.0.2:${port}/`, {}, "{}")).rejects.toMatchObject({
    code: "blocked_address",
  });
});

test("a name is resolved once for each connection, and the socket uses the addresses that were checked", async () => {
  const port = await givenReceiver((_request, response) => response.end("hello"));
  const answers = ["127.0.0.1", "127.0.0.2", "127.0.0.2"];
  const { post } = createOutbound(["127.0.0.1/32"], async () => [
    { address: answers.shift() ?? "127.0.0.2", family: 4 },
  ]);

  expect(await post(`http://rebinding.test:${port}/`, { connection: "close" }, "{}")).toMatchObject({
    status: 200,
  });
  expect(answers).toHaveLength(2);
  await expect(post(`http://rebinding.test:${port}/`, {}, "{}")).rejects.toMatchObject({
    code: "blocked_address",
  });
});

test("a name with one blocked address among public ones is refused", async () => {
  const { post } = createOutbound([], async () => [
    { address: "8.8.8.8", family: 4 },
    { address: "fe80::1%eth0", family: 6 },
  ]);

  await expect(post(`https://mixed.test:${canary.port}/`, {}, "{}")).rejects.toMatchObject({
    code: "blocked_address",
  });
});

test("http to a public address is refused even if networks are allowed", async () => {
  const { post } = createOutbound(["127.0.0.0/8"], async () => [{ address: "8.8.8.8", family: 4 }]);

  await expect(post("http://public.test/", {}, "{}")).rejects.toMatchObject({ code: "blocked_address" });
});

test("TLS uses the host's name, not the pinned address", async () => {
  let hello = "";
  const port = await listen(
    createTcpServer((socket) => {
      socket.on("data", (bytes) => {
        hello += bytes.toString("latin1");
        socket.destroy();
      });
    }),
  );
  const { post } = createOutbound(["127.0.0.0/8"], async () => [{ address: "127.0.0.1", family: 4 }]);

  await expect(post(`https://hooks.acme.test:${port}/`, {}, "{}")).rejects.toBeInstanceOf(OutboundError);

  expect(hello).toContain("hooks.acme.test");
});

test("a redirect is a normal response and is not followed", async () => {
  const port = await givenReceiver((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` }).end(),
  );

  expect(await createOutbound(["127.0.0.0/8"]).post(`http://127.0.0.1:${port}/`, {}, "{}")).toMatchObject({
    status: 302,
  });
  expect(canary.hits).toBe(0);
});

test("the first 4 kB of a response are kept, without half a character and without NUL", async () => {
  const port = await givenReceiver((_request, response) => response.end(`\0${"é".repeat(100_000)}`));

  const { body } = await createOutbound(["127.0.0.0/8"]).post(`http://127.0.0.1:${port}/`, {}, "{}");

  expect(body).toBe(`\ufffd${"é".repeat(2_047)}`);
});

test("a response whose body breaks off counts by its status", async () => {
  const port = await givenReceiver((_request, response) => {
    response.writeHead(200, { "content-length": 1_000 });
    response.write("started", () => response.destroy());
  });

  expect(await createOutbound(["127.0.0.0/8"]).post(`http://127.0.0.1:${port}/`, {}, "{}")).toMatchObject({
    status: 200,
  });
});

test("a response whose body hangs counts by its status after a short wait", async () => {
  const port = await givenReceiver((_request, response) => {
    response.writeHead(201, { "content-length": 1_000 });
    response.write("started");
  });
  const start = Date.now();

  expect(await createOutbound(["127.0.0.0/8"]).post(`http://127.0.0.1:${port}/`, {}, "{}")).toEqual({
    status: 201,
    body: "started",
  });
  expect(Date.now() - start).toBeLessThan(5_000); // the whole attempt may take 15 s
});

test("errors distinguish their causes without naming addresses", async () => {
  const resets = await givenReceiver((request) => request.socket.destroy());
  const floods = await givenReceiver((_request, response) => {
    for (let index = 0; index < 5; index += 1) response.setHeader(`x-${index}`, "y".repeat(4_000));
    response.end();
  });
  const { post, get } = createOutbound(["127.0.0.0/8"]);
  const codeOf = (url: string) => post(url, {}, "{}").catch((fault: OutboundError) => fault.message);

  expect(await codeOf(`http://127.0.0.1:${resets}/`)).toBe("connection_reset");
  expect(await codeOf(`http://127.0.0.1:${floods}/`)).toBe("response_too_large");
  expect(await codeOf(`https://127.0.0.1:${floods}/`)).toBe("tls_error");
  expect(await codeOf("http://127.0.0.1:1/")).toBe("connection_refused");
  expect(await codeOf("https://nowhere.invalid/")).toBe("dns_error");
  const aborted = AbortSignal.abort();
  await expect(get(`http://127.0.0.1:${resets}/`, aborted)).rejects.toMatchObject({ code: "timeout" });
});

test("GET returns the status, the type and a body to read", async () => {
  const port = await givenReceiver((_request, response) =>
    response.setHeader("content-type", "image/png").end("bytes"),
  );

  const { status, contentType, body } = await createOutbound(["127.0.0.0/8"]).get(
    `http://127.0.0.1:${port}/`,
    AbortSignal.timeout(5_000),
  );

  expect({ status, contentType, text: Buffer.concat(await body.toArray()).toString() }).toEqual({
    status: 200,
    contentType: "image/png",
    text: "bytes",
  });
});

test("guarded fetches reach the trusted origin and no other private address", async () => {
  const port = await givenReceiver((request, response) => {
    if (request.url === "/away") response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/` });
    response.end("here");
  });
  const trusted = `http://127.0.0.1:${port}`;
  const { keep } = createOutbound([]);
  const bodyAt = async (url: string) => (await fetch(url)).text();
  const places = [`http://127.0.0.1:${canary.port}/`, `http://localhost:${port}/`, `${trusted}/away`];

  await keep(trusted, async () => {
    expect(await bodyAt(`${trusted}/`)).toBe("here");
    for (const url of places) {
      await expect(bodyAt(url)).rejects.toMatchObject({ cause: { code: "blocked_address" } });
    }
  });

  expect(canary.hits).toBe(0);
  expect(await bodyAt(`http://localhost:${port}/`)).toBe("here");
});
