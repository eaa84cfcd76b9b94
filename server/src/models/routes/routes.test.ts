import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../../test/given.ts";
import { givenPerson } from "../../../test/people.ts";
import { startService } from "../../../test/service.ts";

const service = await startService();
const { db, deps, request } = service;
const MODEL = {
  name: "sentiment",
  version: "1",
  kind: "http",
  url: "https://models.acme.test/predict",
  annotation_types: ["text_classification"],
};
const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
let versions = 1;

async function givenModel(more: object = {}) {
  versions += 1;
  return bodyOf(await request("POST", "/v1/models", { ...MODEL, version: String(versions), ...more }), 201);
}

test("a registered model has defaults, and a secret that only this response shows", async () => {
  const { status, body, headers } = await request("POST", "/v1/models", MODEL);

  expect(status).toBe(201);
  expect(headers.location).toBe(`/v1/models/${body.id}`);
  expect(body).toMatchObject({
    ...MODEL,
    id: expect.stringMatching(/^model_/),
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    secret_hint: `…${body.secret.slice(-6)}`,
    ...{ batch_size: 16, concurrency: 2, timeout_ms: 30_000, price: null },
    ...{ last_success_at: null, last_error: null },
  });
  const read = await request("GET", `/v1/models/${body.id}`);
  const { secret: _, ...shown } = body;
  expect(read.body).toEqual(shown);
});

test("a secret that was sent is in no response, and stored encrypted only", async () => {
  const model = await givenModel({ secret: SECRET });

  expect(model).toMatchObject({ secret: null, secret_hint: `…${SECRET.slice(-6)}` });
  const rows = await db.selectFrom("models").selectAll().where("id", "=", model.id).execute();
  expect(JSON.stringify(rows)).not.toContain(SECRET.slice(6));
  const [row] = rows;
  expect(row?.secret_encrypted && deps.secrets.decrypt(row.secret_encrypted)).toBe(SECRET);
});

test.each([
  [{ url: undefined }, "url is required for the kind http"],
  [{ url: "https://10.0.0.1/" }, /private network/],
  [{ secret: "short" }, /^secret must be whsec_/],
  [{ kind: "pushed" }, "url must be absent for the kind pushed"],
  [{ kind: "pushed", url: undefined, secret: SECRET }, "secret must be absent for the kind pushed"],
  [{ annotation_types: ["guessing"] }, /^annotation_types/],
  [{ name: "a\u001fb" }, /^name/],
  [{ concurrency: 9 }, /^concurrency/],
  [{ price: { per_item: 1 } }, /per_item/],
] as const)("registering %j is refused", async (change, message) => {
  const { status, body } = await request("POST", "/v1/models", { ...MODEL, version: "refused", ...change });

  expect({ status, error: body.error }).toEqual({ status: 400, error: "invalid_request" });
  expect(body.message).toMatch(message);
});

test("an account has each pair of a name and a version once", async () => {
  const { version } = await givenModel();

  expect(await request("POST", "/v1/models", { ...MODEL, version })).toMatchObject({
    status: 409,
    body: { error: "conflict" },
  });
  const other = await service.givenAccount();
  expect((await other.request("POST", "/v1/models", { ...MODEL, version })).status).toBe(201);
});

test("an account has at most 100 models", async () => {
  const account = await service.givenAccount();
  for (let count = 0; count < 100; count += 1)
    bodyOf(await account.request("POST", "/v1/models", { ...MODEL, version: String(count) }), 201);

  expect(await account.request("POST", "/v1/models", MODEL)).toMatchObject({
    status: 403,
    body: { error: "limit_exceeded" },
  });
});

test("a change keeps what it does not name, and is refused with an old ETag", async () => {
  const model = await givenModel({ price: { per_1000_items: 2 } });
  const { headers } = await request("GET", `/v1/models/${model.id}`);
  const etag = { "if-match": String(headers.etag) };
  service.advance(1_000);

  const changed = await request("PATCH", `/v1/models/${model.id}`, { batch_size: 64 }, etag);

  expect(changed.body).toMatchObject({ url: MODEL.url, batch_size: 64, price: { per_1000_items: 2 } });
  expect((await request("PATCH", `/v1/models/${model.id}`, { price: null }, etag)).status).toBe(412);
  expect((await request("PATCH", `/v1/models/${model.id}`, { price: null })).body.price).toBeNull();
  expect((await request("PATCH", `/v1/models/${model.id}`, { url: "ftp://a" })).status).toBe(400);
  expect((await request("PATCH", `/v1/models/${model.id}`, { name: "other" })).status).toBe(400);
});

test("a deleted model is gone, and its name and version are free again", async () => {
  const model = await givenModel();

  expect((await request("DELETE", `/v1/models/${model.id}`)).status).toBe(204);
  expect((await request("GET", `/v1/models/${model.id}`)).status).toBe(404);
  await givenModel({ version: model.version });
});

test("a manager of certain projects lists the models that they registered, and no others", async () => {
  const model = await givenModel();
  const { token } = await givenPerson(service, { role: "manager", project_ids: [] });
  const ask = service.requestWith(token);
  const own = bodyOf(await ask("POST", "/v1/models", { ...MODEL, version: "theirs" }), 201);

  const { data } = bodyOf(await ask("GET", "/v1/models"), 200);

  expect(data.map(({ id }: { id: string }) => id)).toEqual([own.id]);
  expect((await ask("GET", `/v1/models/${model.id}`)).status).toBe(404);
});

test("a manager of certain projects lets only models spend that they registered", async () => {
  const { id: model_id } = await givenModel();
  const { id, project_id } = await givenBatch(service);
  const run = bodyOf(await request("POST", `/v1/batches/${id}/predict`, { model_id, max_cost: 1 }), 202);
  const url = `/v1/batches/${id}/runs/${run.id}`;
  const manager = await givenPerson(service, { role: "manager", project_ids: [project_id] });

  bodyOf(await manager.request("PATCH", url, { status: "paused" }), 200);
  for (const change of [{ max_cost: 1_000 }, { max_cost: null }, { status: "running" }])
    expect(await manager.request("PATCH", url, change)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("a model that others registered") },
    });
  expect(bodyOf(await request("GET", url), 200)).toMatchObject({ status: "paused", max_cost: 1 });

  await db.updateTable("models").set({ member_id: manager.member_id }).where("id", "=", model_id).execute();
  expect(bodyOf(await manager.request("PATCH", url, { max_cost: 5 }), 200)).toMatchObject({ max_cost: 5 });
  bodyOf(await manager.request("PATCH", url, { status: "canceled" }), 200);
});

test("the query of a url, which may have a key, is for those who may change the model", async () => {
  const url = "https://models.test/predict";
  const { id } = await givenModel({ url: `${url}?key=abc` });
  const viewer = await givenPerson(service, { role: "viewer" });
  const read = async (ask: typeof request, path: string) => bodyOf(await ask("GET", path), 200);
  const listed = ({ data }: { data: { id: string; url: string }[] }) =>
    data.find((one) => one.id === id)?.url;

  expect((await read(request, `/v1/models/${id}`)).url).toBe(`${url}?key=abc`);
  expect((await read(viewer.request, `/v1/models/${id}`)).url).toBe(url);
  expect(listed(await read(viewer.request, "/v1/models?limit=100"))).toBe(url);
});

test("the list refuses a cursor from another list", async () => {
  expect((await request("GET", "/v1/models?cursor=garbage")).status).toBe(400);
});
