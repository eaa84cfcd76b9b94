import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { givenEveryResource } from "./every-resource.ts";
import { NDJSON } from "./import-answers.ts";
import {
  type ApiDocument,
  bodyOf,
  type Operation,
  operationsOf,
  type Schema,
  unknownId,
  urlOf,
} from "./operations.ts";
import { type Response, startService, type TestAccount } from "./service.ts";
import { listTables } from "./traces.ts";

const service = await startService();
const document: ApiDocument = (await service.anonymous("GET", "/openapi.json")).body;
const operations = operationsOf(document).filter((operation) => operation["x-scope"] !== undefined);
const named = (chosen: readonly Operation[]) =>
  chosen.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** The folder whose ids a field takes; null for ids that clients make. A new field of this kind must be added. */
const FIELDS: Readonly<Record<string, string | null>> = {
  access_key_id: null, // of an object store
  annotation_id: null, // of an answer: comments/routes/routes.test.ts
  annotator: "members",
  assist_model_id: "models",
  batch_id: "batches",
  batch_ids: "batches",
  client_id: null,
  comment_ids: null, // keys are refused: comments/reads.test.ts
  external_id: null,
  external_ids: null,
  file_ids: "files",
  id: null, // of a label or a field, within its project
  item_id: "items",
  item_ids: "items",
  model_id: "models",
  project_id: "projects",
  project_ids: "projects",
  source_id: "sources",
  thread_id: "comments",
  upload_ids: "uploads",
};

function collectionOf(field: string): string | undefined {
  if (!/(^|_)ids?$|^annotator$/.test(field)) return undefined;
  const collection = FIELDS[field];
  if (collection === undefined)
    throw new Error(`say in server/test/tenancy.test.ts whose ids ${field} takes`);
  return collection ?? undefined;
}

type IdOf = (collection: string) => string;
let own: Record<string, string>;
/** The same, where the member has answered the item. */
let answered: Record<string, string>;
/** The same, where the batch is certified. */
let certified: Record<string, string>;
let foreign: Record<string, string>;
let owner: TestAccount;
let foreignIds: readonly string[];
const ownId: IdOf = (collection) => own[collection] ?? missing(collection);
const foreignId: IdOf = (collection) => foreign[collection] ?? missing(collection);

function missing(collection: string): never {
  throw new Error(`add ${collection} to server/test/every-resource.ts`);
}

beforeAll(async () => {
  owner = await service.givenAccount();
  foreign = await givenEveryResource(service, owner);
  own = await givenEveryResource(service, service);
  answered = await givenEveryResource(service, service);
  certified = await givenEveryResource(service, service);
  const { batches = "" } = certified;
  await service.db.updateTable("batches").set({ status: "certified" }).where("id", "=", batches).execute();
  const answer = { result: { label: "good" } };
  expect((await service.request("POST", `/v1/tasks/${answered.tasks}/submit`, answer)).status).toBe(200);
  foreignIds = (await rowsOf(owner.accountId)).flatMap((row) => ("id" in row ? [String(row.id)] : []));
});

/** Every row of an account, in every table that says whose it is. */
async function rowsOf(account_id: string): Promise<Record<string, unknown>[]> {
  const owned = (await listTables(service)).filter(({ columns }) => columns.includes("account_id"));
  const all = await Promise.all(
    owned.map(async ({ name }) => {
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(t) as row from ${sql.table(name)} as t where account_id = ${account_id} order by 1`.execute(
        service.db,
      );
      return rows.map(({ row }) => row);
    }),
  );
  return all.flat();
}

/** Sends it as an account to which the ids of the other are nothing; no answer may tell of one that was not asked for. */
async function ask(
  { method }: Operation,
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await service.request(method, url, body, headers);
  const asked = `${url}${JSON.stringify(body)}`;
  const answer = response.bytes.toString();
  expect(foreignIds.filter((id) => answer.includes(id) && !asked.includes(id))).toEqual([]);
  return response;
}

/** What an answer says, whichever id was asked for. */
function saying({ status, body }: Response): unknown {
  return [status, JSON.stringify(body).replaceAll(/[a-z]+_[0-9A-HJKMNP-TV-Z]{26}/g, "ID")];
}

/** An id of another account must be answered like one that never was: not found, or nothing there. */
function expectNothing(others: Response, never: Response): void {
  expect(saying(others)).toEqual(saying(never));
  if (others.status < 300) expect(isEmpty(others.body), JSON.stringify(others.body)).toBe(true);
  else expect(others.status).toBe(404);
}

function isEmpty(body: Record<string, unknown>): boolean {
  return (Array.isArray(body.data) && body.data.length === 0) || body.count === 0;
}

const inPath = operations.filter(({ path }) => path.includes("{"));

test.each(named(inPath))(
  "%s knows no id of another account in any place of its path",
  async (_, operation) => {
    const collections = [...operation.path.matchAll(/([a-z-]+)\/\{/g)]
      .map(([, collection = ""]) => collection)
      .filter((collection) => !["versions", "rates"].includes(collection)); // numbers and days: each owner has its own
    for (const place of collections) {
      const with_ =
        (idOf: IdOf): IdOf =>
        (collection) =>
          (collection === place ? idOf : ownId)(collection);
      const send = (idOf: IdOf) => ask(operation, urlOf(operation, with_(idOf)), bodyOf(document, operation));

      expect((await send(foreignId)).status).toBe(404);
      expectNothing(await send(foreignId), await send(unknownId));
    }
  },
);

/** Whoever deletes is looked up in comments/routes/routes.test.ts. */
const queries = operations
  .filter(({ method }) => method === "GET")
  .flatMap((operation) =>
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === "query" && collectionOf(parameter.name) !== undefined)
      .map(({ name }) => [`${operation.method} ${operation.path}?${name}`, operation, name] as const),
  );

test.each(queries)("%s= finds nothing by an id of another account", async (_, operation, name) => {
  const collection = collectionOf(name) ?? "";
  const url = (idOf: IdOf) =>
    `${urlOf(operation, ownId)}?${scopeOf(operation, name)}${name}=${idOf(collection)}`;

  expect((await ask(operation, url(ownId))).status).toBe(200);
  expectNothing(await ask(operation, url(foreignId)), await ask(operation, url(unknownId)));
});

/** Some lists want to know the batch before any other filter, and prices how many items. */
function scopeOf({ path }: Operation, name: string): string {
  if (path === "/v1/quality-levels") return "items=5&";
  return path === "/v1/items" && !["batch_id", "project_id"].includes(name) ? `batch_id=${own.batches}&` : "";
}

/** Where a body may hold an id, as far as its schema tells. */
function placesIn(schema: Schema, name = "", path: readonly string[] = []): Place[] {
  const { $ref, anyOf = [], properties = {}, items } = schema;
  if ($ref !== undefined)
    return placesIn(document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, name, path);
  const collection = items === undefined && schema.type === "string" ? collectionOf(name) : undefined;
  return [
    ...(collection === undefined ? [] : [{ path, collection }]),
    ...anyOf.flatMap((one) => placesIn(one, name, path)),
    ...Object.entries(properties).flatMap(([key, value]) => placesIn(value, key, [...path, key])),
    ...(items === undefined ? [] : placesIn(items, name, [...path, "0"])),
  ];
}

interface Place {
  readonly path: readonly string[];
  readonly collection: string;
}

/** A copy of `value` with `id` in that place. */
function put(value: unknown, [key, ...rest]: readonly string[], id: string): unknown {
  if (key === undefined) return id;
  if (key === "0") return [put(Array.isArray(value) ? value[0] : undefined, rest, id)];
  const fields: Record<string, unknown> = typeof value === "object" ? { ...value } : {};
  return { ...fields, [key]: put(fields[key], rest, id) };
}

const bodies = operations.flatMap((operation) => {
  const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
  return placesIn(schema).map(
    (place) => [`${operation.method} ${operation.path} {${place.path.join(".")}}`, operation, place] as const,
  );
});

/** Bodies that are fit to be sent but for the id in that place, by operation. */
const FIT: Readonly<Record<string, object>> = {
  "POST /v1/projects": { name: "Mine", annotation_type: "text_classification" },
  "PATCH /v1/projects/{id}": {},
  "POST /v1/members": { name: "Bob" },
  "PATCH /v1/members/{id}": {},
  "POST /v1/members/{id}/resume": {},
  "POST /v1/members/{id}/qualification": { action: "pass" },
  "POST /v1/uploads": { files: [{ filename: "a.txt", text: "fine" }] },
  "POST /v1/batches": {},
  "POST /v1/batches/{id}/files": {},
  "POST /v1/batches/{id}/amend": {},
  "POST /v1/batches/{id}/predict": {},
  "POST /v1/uploads/{id}/import": { format: "coco", kind: "gold" },
  "POST /v1/items/bulk": { action: "gold", dry_run: true },
  "POST /v1/tasks/claim": {},
  "PUT /v1/tasks/{id}/draft": { draft: {} },
  "POST /v1/tasks/{id}/submit": { result: { label: "good" } },
  "POST /v1/tasks/{id}/skip": { reason: "blurred" },
  "POST /v1/tasks/{id}/release": {},
  "POST /v1/tasks/{id}/reopen": {},
  "POST /v1/tasks/{id}/exclude": { reason: "blurred" },
  "POST /v1/batches/{id}/annotations": { annotations: [{ result: { label: "good" } }] },
  "POST /v1/batches/{id}/predictions": { predictions: [{ model: "m", result: { label: "good" } }] },
  "POST /v1/batches/{id}/gold": { gold: [{ result: { label: "good" } }] },
  "POST /v1/exports": {},
  "POST /v1/datasets": { name: "mine", query: {} },
  "PATCH /v1/datasets/{id}": { query: {} },
  "POST /v1/comments": { text: "Blurred?" },
  "PATCH /v1/comments/{id}": {},
};

/** What else a body must name for the id to be looked at. */
const BESIDE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "POST /v1/batches {upload_ids.0}": [["project_id", "projects"]],
  "POST /v1/batches {file_ids.0}": [["project_id", "projects"]],
  "POST /v1/batches {from.source_id}": [["project_id", "projects"]],
  "POST /v1/batches {from.upload_ids.0}": [["project_id", "projects"]],
  "POST /v1/batches {project_id}": [["upload_ids.0", "uploads"]],
  "POST /v1/datasets {query.batch_ids.0}": [["query.project_id", "projects"]],
  "PATCH /v1/datasets/{id} {query.batch_ids.0}": [["query.project_id", "projects"]],
  "POST /v1/batches/{id}/predict {filter.item_ids.0}": [["model_id", "models"]],
  "POST /v1/items/bulk {filter.item_ids.0}": [["filter.batch_id", "batches"]],
  "POST /v1/items/bulk {filter.annotator}": [["filter.batch_id", "batches"]],
  "POST /v1/tasks/claim {annotator}": [["batch_id", "batches"]],
  "POST /v1/comments {annotator}": [["item_id", "items"]],
  "POST /v1/batches/{id}/annotations {annotations.0.annotator}": [["annotations.0.item_id", "items"]],
};

test.each(bodies)(
  "%s: an id of another account there is like one that never was",
  async (name, operation, place) => {
    const operationName = `${operation.method} ${operation.path}`;
    const fit = FIT[operationName];
    if (fit === undefined) throw new Error(`add a body for ${operationName} to server/test/tenancy.test.ts`);
    const mine = { "/v1/items/bulk": answered, "/v1/batches/{id}/amend": certified }[operation.path] ?? own;
    const mineOf: IdOf = (collection) => mine[collection] ?? missing(collection);
    const beside = (BESIDE[name] ?? []).reduce<unknown>(
      (body, [path, collection]) => put(body, path.split("."), mineOf(collection)),
      fit,
    );
    const bodyWith = (idOf: IdOf) => put(beside, place.path, idOf(place.collection));
    const url = urlOf(operation, mineOf);

    const others = await ask(operation, url, bodyWith(foreignId));
    const never = await ask(operation, url, bodyWith(unknownId));
    expect(others.status).not.toBe(500);
    expect(saying(others)).toEqual(saying(never));
    expect(others.status >= 400 || isEmpty(others.body), JSON.stringify(others.body)).toBe(true);
    // The same body with an id of one's own comes further, so it was the id that was refused.
    const control = await ask(operation, url, bodyWith(mineOf));
    expect(saying(control)).not.toEqual(saying(others));
  },
);

const streams = bodies.filter(([, { media }]) => media.includes("application/x-ndjson"));

test.each(streams)("%s: the same in a line of a stream", async (name, operation, { path, collection }) => {
  const [[list = "", [line] = [undefined]] = []] = Object.entries(
    (FIT[`${operation.method} ${operation.path}`] ?? {}) as Record<string, unknown[]>,
  );
  const beside = name.endsWith(".annotator}") ? put(line, ["item_id"], ownId("items")) : line;
  const lineWith = (idOf: IdOf) =>
    JSON.stringify(put(beside, path.slice(path.indexOf(list) + 2), idOf(collection)));
  const send = (idOf: IdOf) => ask(operation, urlOf(operation, ownId), lineWith(idOf), NDJSON);

  const others = await send(foreignId);
  expect(others.status).toBeGreaterThanOrEqual(400);
  expect(saying(others)).toEqual(saying(await send(unknownId)));
});

const withoutIds = operations.filter(({ path, method }) => method === "GET" && !path.includes("{"));

test.each(named(withoutIds))(
  "%s shows nothing of another account, by no cursor either",
  async (_, operation) => {
    const url = (ids: Record<string, string>) =>
      `${operation.path}?limit=1${operation.path === "/v1/items" ? `&batch_id=${ids.batches}` : ""}`;
    await ask(operation, url(own));
    const { body } = await owner.request("GET", url(foreign));
    if (typeof body.next_cursor === "string") await ask(operation, `${url(own)}&cursor=${body.next_cursor}`);
  },
);

test("an answer that is kept under an Idempotency-Key is its account's own", async () => {
  const send = (account: TestAccount) =>
    account.request("POST", "/v1/members", { name: "Eve" }, { "idempotency-key": "the same" });

  const theirs = await send(owner);
  const mine = await send(service);

  expect([theirs.status, mine.status]).toEqual([201, 201]);
  expect(mine.headers["idempotent-replayed"]).toBeUndefined();
  expect(mine.body.id).not.toBe(theirs.body.id);
});

test("a signature for a file's content is good for that file alone", async () => {
  const { content_url } = (await service.request("GET", `/v1/files/${own.files}`)).body;
  const url = new URL(content_url, "http://localhost");
  const path = `${url.pathname}${url.search}`;

  expect((await service.anonymous("GET", path)).status).toBe(200);
  const send = (idOf: IdOf) => service.anonymous("GET", path.replace(ownId("files"), idOf("files")));
  const others = await send(foreignId);
  expect(others.status).toBe(403);
  expect(saying(others)).toEqual(saying(await send(unknownId)));
});

test("whatever was tried, nothing of the other account has changed", async () => {
  const account = await service.givenAccount();
  const resources = await givenEveryResource(service, account);
  const before = await rowsOf(account.accountId);
  const theirId: IdOf = (collection) => resources[collection] ?? missing(collection);

  for (const operation of inPath)
    await ask(operation, urlOf(operation, theirId), bodyOf(document, operation));

  expect(await rowsOf(account.accountId)).toEqual(before);
});
