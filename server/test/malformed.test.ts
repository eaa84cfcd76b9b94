import { Buffer } from "node:buffer";
import { connect as connectSocket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { bodyOf, claim, givenBatch, givenLines, givenProject } from "./given.ts";
import { startService } from "./service.ts";

const service = await startService();
const { app, db, key, request } = service;

/** One malformed request: its path, its fault, and the accepted statuses. */
interface Kind {
  readonly what: string;
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const ids = { project: "", images: "", upload: "", batch: "", task: "", imageTask: "" };

beforeAll(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  ids.project = (await givenProject(service)).id;
  ids.upload = await givenLines(service, service, [{ text: "a" }]);
  const batch = await givenBatch(service, { texts: 2 });
  ids.batch = batch.id;
  ids.task = (await claim(service, "ann", { batch_id: batch.id })).id;
  const images = await givenProject(service, {
    annotation_type: "object_detection",
    labels: [{ name: "cat" }],
  });
  const upload = bodyOf(await request("POST", "/v1/uploads", PIXEL, { "content-type": "image/png" }), 201);
  ids.images = images.id;
  const body = { project_id: images.id, upload_ids: [upload.id] };
  const photos = bodyOf(await request("POST", "/v1/batches", body), 201);
  ids.imageTask = (await claim(service, "ann", { batch_id: photos.id })).id;
});

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const json = { "content-type": "application/json" };
const raw = (text: string) => ({ body: text, headers: json });
const project = (fields: object) => ({ path: "/v1/projects", body: { annotation_type: "ner", ...fields } });
const inline = (file: object) => ({ path: "/v1/uploads", body: { files: [file] } });
const label = (result: unknown) => ({ path: "/v1/tasks/:task/submit", body: { result } });
const boxes = (...objects: unknown[]) => ({
  path: "/v1/tasks/:imageTask/submit",
  body: { result: { objects } },
});
const multipart = (body: string) => ({
  path: "/v1/uploads",
  body,
  headers: { "content-type": "multipart/form-data; boundary=x" },
});
const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

const KINDS: readonly Kind[] = [
  { what: "truncated JSON", path: "/v1/projects", ...raw('{"annotation_type": "ner"') },
  { what: "JSON with a trailing comma", path: "/v1/projects", ...raw('{"annotation_type": "ner",}') },
  { what: "single quotes", path: "/v1/projects", ...raw("{'annotation_type': 'ner'}") },
  { what: "an empty body", path: "/v1/projects", ...raw("") },
  { what: "no body and no content type", path: "/v1/projects" },
  { what: "JSON null", path: "/v1/projects", ...raw("null") },
  { what: "a JSON array", path: "/v1/projects", ...raw("[]") },
  { what: "a JSON string", path: "/v1/projects", ...raw('"ner"') },
  { what: "a JSON number", path: "/v1/projects", ...raw("7") },
  { what: "NaN", path: "/v1/projects", ...raw('{"annotation_type": NaN}') },
  {
    what: "bytes that are not UTF-8",
    path: "/v1/projects",
    body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    headers: json,
  },
  {
    what: "UTF-16",
    path: "/v1/projects",
    body: Buffer.from('{"annotation_type":"ner"}', "utf16le"),
    headers: json,
  },
  { what: "an array nested 100,000 levels", path: "/v1/projects", ...raw(deep(100_000)) },
  {
    what: "metadata nested 1,000 levels",
    path: "/v1/projects",
    ...raw(`{"annotation_type":"ner","type_options":{"a":${deep(1_000)}}}`),
  },
  { what: "1e400", path: "/v1/projects", ...raw('{"annotation_type":"ner","type_options":{"a":1e400}}') },
  { what: "__proto__", path: "/v1/projects", ...raw('{"annotation_type":"ner","__proto__":{"status":"x"}}') },
  { what: "NUL in a name", ...project({ name: "a\0b" }) },
  { what: "a lone surrogate in a name", ...project({ name: "\ud800" }) },
  { what: "a lone surrogate in a key", ...project({ metadata: { "\udc00": "x" } }) },
  { what: "a missing field", path: "/v1/projects", body: { name: "x" } },
  { what: "an unknown field", ...project({ qualityLevel: "basic" }) },
  { what: "a number for a string", ...project({ name: 7 }) },
  { what: "an object for a string", ...project({ name: {} }) },
  { what: "null for a string", ...project({ name: null }) },
  { what: "an unknown type", path: "/v1/projects", body: { annotation_type: "telepathy" } },
  { what: "a name of 10,000 characters", ...project({ name: "x".repeat(10_000) }) },
  {
    what: "10,001 labels",
    ...project({ labels: Array.from({ length: 10_001 }, (_, n) => ({ name: `l${n}` })) }),
  },
  { what: "a label without a name", ...project({ labels: [{}] }) },
  {
    what: "a circle of label parents",
    ...project({
      labels: [
        { name: "a", parent: "b" },
        { name: "b", parent: "a" },
      ],
    }),
  },
  { what: "a body over the limit", ...project({ description: "x".repeat(1_100_000) }), status: 413 },
  { what: "XML", path: "/v1/projects", body: "<a/>", headers: { "content-type": "text/xml" }, status: 415 },
  {
    what: "a form",
    path: "/v1/projects",
    body: "a=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
  },
  { what: "a huge id", method: "GET", path: `/v1/projects/${"9".repeat(2_000)}`, status: 404 },
  { what: "an id with NUL", method: "GET", path: "/v1/projects/proj_%00", status: 404 },
  { what: "an id with quotes", method: "GET", path: "/v1/projects/proj_'%20or%201=1--", status: 404 },
  { what: "a path that does not decode", method: "GET", path: "/v1/projects/%zz" },
  { what: "path traversal in the URL", method: "GET", path: "/v1/files/..%2f..%2fetc%2fpasswd", status: 404 },
  { what: "a limit that is no number", method: "GET", path: "/v1/projects?limit=ten" },
  { what: "a limit of 1e9", method: "GET", path: "/v1/projects?limit=1000000000" },
  { what: "a negative limit", method: "GET", path: "/v1/projects?limit=-1" },
  { what: "a cursor of garbage", method: "GET", path: "/v1/projects?cursor=%FF%FE" },
  {
    what: "a cursor of another list",
    method: "GET",
    path: `/v1/projects?cursor=${Buffer.from('{"v":1,"s":"x","k":[1,2]}').toString("base64url")}`,
  },
  { what: "a time without an offset", method: "GET", path: "/v1/projects?created_after=2026-01-01T00:00:00" },
  { what: "NUL in a query", method: "GET", path: "/v1/projects?name=%00" },
  { what: "an unknown method", method: "PUT", path: "/v1/projects", body: {}, status: 405 },
  {
    what: "a batch of an upload that does not exist",
    path: "/v1/batches",
    body: { project_id: ":project", upload_ids: ["upl_x"] },
    status: 404,
  },
  { what: "a batch without files", path: "/v1/batches", body: { project_id: ":project" } },
  {
    what: "a batch whose upload_ids are a string",
    path: "/v1/batches",
    body: { project_id: ":project", upload_ids: "upl_x" },
  },
  {
    what: "a batch whose upload_ids are numbers",
    path: "/v1/batches",
    body: { project_id: ":project", upload_ids: [1] },
  },
  {
    what: "text for an image project",
    path: "/v1/batches",
    body: { project_id: ":images", upload_ids: [":upload"] },
  },
  { what: "a count of zero", path: "/v1/tasks/claim", body: { count: 0 } },
  { what: "a kind that does not exist", path: "/v1/tasks/claim", body: { kinds: ["guess"] } },
  { what: "an annotator with NUL", path: "/v1/tasks/claim", body: { annotator: "\0" } },
  { what: "a result that is null", ...label(null) },
  { what: "a result that is a list", ...label([]) },
  { what: "a label outside the project", ...label({ label: "maybe" }) },
  { what: "a label that is a number", ...label({ label: 1e308 }) },
  {
    what: "a box outside the image",
    ...boxes({ label: "cat", bbox: { x: 5, y: 5, width: 10, height: 10 } }),
  },
  { what: "a box of negative width", ...boxes({ label: "cat", bbox: { x: 0, y: 0, width: -1, height: 1 } }) },
  {
    what: "a box without numbers",
    ...boxes({ label: "cat", bbox: { x: "0", y: null, width: 1, height: 1 } }),
  },
  {
    what: "a box with an unknown label",
    ...boxes({ label: "dog", bbox: { x: 0, y: 0, width: 1, height: 1 } }),
  },
  {
    what: "10,001 objects",
    ...boxes(
      ...Array.from({ length: 10_001 }, () => ({ label: "cat", bbox: { x: 0, y: 0, width: 1, height: 1 } })),
    ),
  },
  { what: "an upload of nothing", path: "/v1/uploads", body: { files: [] } },
  { what: "a file with neither text nor bytes", ...inline({ filename: "a.txt" }) },
  { what: "base64 that is none", ...inline({ filename: "a.png", content_base64: "%%%" }) },
  {
    what: "a corrupt image",
    ...inline({ filename: "a.png", content_base64: PIXEL.subarray(0, 40).toString("base64") }),
  },
  {
    what: "text that says it is an image",
    ...inline({
      filename: "a.png",
      content_base64: Buffer.from("no image").toString("base64"),
      content_type: "image/png",
    }),
  },
  {
    what: "a wrong digest",
    ...inline({ filename: "a.txt", text: "a", sha256: "0".repeat(64) }),
    status: 422,
  },
  { what: "a URL that is none", path: "/v1/uploads", body: { url: "not a url" } },
  {
    what: "a URL of a blocked address",
    path: "/v1/uploads",
    body: { url: "http://169.254.169.254/latest/meta-data" },
  },
  { what: "a file: URL", path: "/v1/uploads", body: { url: "file:///etc/passwd" } },
  {
    what: "multipart without a boundary",
    path: "/v1/uploads",
    body: "x",
    headers: { "content-type": "multipart/form-data" },
  },
  {
    what: "multipart that ends early",
    ...multipart('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc'),
  },
  {
    what: "multipart without a file",
    ...multipart('--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{}\r\n--x--\r\n'),
  },
  {
    what: "multipart with metadata that is no JSON",
    ...multipart(
      '--x\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n{\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--x--\r\n',
    ),
  },
  {
    what: "a JSONL line that is no JSON",
    path: "/v1/uploads",
    body: '{"text":"a"}\n{"text":',
    headers: { "content-type": "application/x-ndjson" },
  },
  {
    what: "a JSONL line with a wrong field",
    path: "/v1/uploads",
    body: '{"txt":"a"}',
    headers: { "content-type": "application/x-ndjson" },
  },
  {
    what: "a CSV with a NUL",
    path: "/v1/uploads",
    body: "text\na\0b\n",
    headers: { "content-type": "text/csv" },
  },
  {
    what: "an Idempotency-Key of 300 characters",
    ...project({}),
    headers: { "idempotency-key": "k".repeat(300) },
  },
  { what: "a webhook without a URL", path: "/v1/webhooks", body: {} },
  { what: "a webhook to javascript:", path: "/v1/webhooks", body: { url: "javascript:alert(1)" } },
  { what: "a webhook for no event", path: "/v1/webhooks", body: { url: "https://example.com/", events: [] } },
  {
    what: "a webhook for an unknown event",
    path: "/v1/webhooks",
    body: { url: "https://example.com/", events: ["batch.exploded"] },
  },
  {
    what: "an export in an unknown format",
    path: "/v1/exports",
    body: { batch_id: ":batch", format: "papyrus" },
  },
  {
    what: "an annotation import of garbage",
    path: "/v1/batches/:batch/annotations",
    body: "garbage\n",
    headers: { "content-type": "application/x-ndjson" },
  },
];

describe("a malformed request is a 4xx that names the fault, and leaves nothing behind", () => {
  test("there are at least 56 kinds of them", () => {
    expect(KINDS.length).toBeGreaterThanOrEqual(56);
  });

  test.each(KINDS)("$what", async ({ method = "POST", path, body, headers, status = 400 }) => {
    const before = await footprint();

    const response = await request(method, withIds(path), withIds(body), headers);

    expect({ status: response.status, ...response.body }).toEqual({
      status,
      error: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S{2}/),
    });
    expect(await footprint()).toEqual(before);
  });

  test.each([
    ["a zip that climbs out of its folder", "../../evil.txt", Buffer.from("x")],
    ["a zip bomb", "zeros.txt", Buffer.alloc(30 * 1024 * 1024)],
  ])("%s", async (_what, name, content) => {
    const before = await footprint();

    const response = await request("POST", "/v1/uploads", await zipOf(name, content), {
      "content-type": "application/zip",
    });

    expect(response).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(await footprint()).toEqual(before);
  });
});

describe("bytes that are not a request", () => {
  test.each([
    ["garbage", "\x00\x01garbage\r\n\r\n", 400],
    ["headers of 100 kB", `GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${"a".repeat(100_000)}\r\n\r\n`, 431],
    [
      "an expectation nobody has",
      "POST /v1/projects HTTP/1.1\r\nHost: localhost\r\nExpect: miracle\r\nContent-Length: 0\r\n\r\n",
      417,
    ],
    [
      "a body shorter than its length",
      `POST /v1/projects HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer KEY\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{}`,
      400,
    ],
    [
      "two lengths",
      "POST /v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
      400,
    ],
  ])("%s", async (_what, bytes, status) => {
    const answer = await send(bytes.replace("KEY", key));

    if (answer === "") return expect(status).toBe(400); // the connection was closed: no response is possible any more
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain("x-ratelimit-limit: ");
    expect(answer).toContain('"error":');
  });
});

afterAll(async () => {
  expect((await request("GET", "/readyz")).status).toBe(200);
});

/** Row counts by table. A request that is refused later may touch members and keys. */
async function footprint(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('members')`.execute(
    db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    counts[name] = counted[0]?.count ?? 0;
  }
  return counts;
}

function withIds<T>(value: T): T {
  if (Buffer.isBuffer(value) || value === undefined) return value;
  const isText = typeof value === "string";
  let text = isText ? value : JSON.stringify(value);
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(new RegExp(`:${name}\\b`, "g"), id);
  return isText ? (text as T) : JSON.parse(text);
}

/** A zip whose one entry has any name, also one that a zip writer refuses. */
async function zipOf(name: string, content: Buffer): Promise<Buffer> {
  const zip = new ZipFile();
  const plain = "x".repeat(name.length);
  zip.addBuffer(content, plain, { mtime: new Date(0) });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.from(Buffer.concat(chunks).toString("latin1").replaceAll(plain, name), "latin1");
}

function send(bytes: string): Promise<string> {
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("the service does not listen");
  return new Promise((resolve, reject) => {
    const socket = connectSocket(address.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      socket.end();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (fault: NodeJS.ErrnoException) =>
      fault.code === "ECONNRESET" || fault.code === "EPIPE" ? resolve(answer) : reject(fault),
    );
    socket.write(bytes, "latin1", () => socket.end());
  });
}
