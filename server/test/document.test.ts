import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { describeApi } from "../src/describe.ts";
import { type ApiDocument, operationsOf, type Schema } from "./operations.ts";

const document = (await describeApi()) as ApiDocument;
const all = operationsOf(document);
const guarded = all.filter((operation) => operation["x-scope"] !== undefined);

test("every operation has a unique name, a summary, a tag and a documented success", () => {
  expect(all.length).toBeGreaterThan(60);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
  for (const { path, operationId, summary, tags, statuses } of all) {
    expect([path, operationId, summary, tags]).toEqual([
      path,
      expect.any(String),
      expect.any(String),
      [expect.any(String)],
    ]);
    expect(
      statuses.filter((status) => status < 300),
      path,
    ).not.toHaveLength(0);
  }
});

test("an operation documents what all operations of its kind have", () => {
  for (const { method, path, media, statuses } of guarded) {
    const all = [401, 403, 429];
    if (path.includes("{")) all.push(404);
    if (media.includes("application/json")) all.push(400, 415);
    if (method === "POST") all.push(409, 422);
    expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(all));
  }
});

test("the steps from a project to its dataset have an example each, and every example matches its schema", () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  const shown = all.flatMap(({ operationId, requestBody }) => {
    const { schema, example } = requestBody?.content["application/json"] ?? {};
    if (example === undefined) return [];
    const { $ref = "" } = schema ?? {};
    expect([operationId, ajv.validate({ $ref: `document${$ref}` }, example), ajv.errors]).toEqual([
      operationId,
      true,
      null,
    ]);
    return [operationId];
  });

  const steps = ["createProject", "createUpload", "createBatch", "claimTasks", "submitTask", "createExport"];
  expect(shown).toEqual(expect.arrayContaining(steps));
});

test("every list, text and map in a request body has a limit", () => {
  const unlimited = all.flatMap(({ operationId, requestBody }) => {
    const body = requestBody?.content["application/json"]?.schema;
    return body === undefined ? [] : unlimitedIn(body, operationId ?? "");
  });

  expect([...new Set(unlimited)].sort()).toEqual(LIMITED_BY_THE_BODY.toSorted());
});

/**
 * Values limited only by the size of the body: the rules of the annotation type, or of each line, check them.
 */
const LIMITED_BY_THE_BODY = [
  "importAnnotations.annotations",
  "importAnnotations.annotations[].result",
  "importAnnotations.annotations[].fields",
  "importPredictions.predictions",
  "importPredictions.predictions[].fields",
  "importPredictions.predictions[].result",
  "importGold.gold",
  "importGold.gold[].result",
  "importGold.gold[].fields",
  "submitTask.result",
  "submitTask.fields",
];

/** The places under `schema` that take lists, texts or maps of any size. */
function unlimitedIn(schema: Schema, place: string): string[] {
  const { $ref, type, properties, items, anyOf = [] } = schema;
  if ($ref !== undefined) {
    return unlimitedIn(document.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, place);
  }
  const types: readonly unknown[] = [type].flat(); // "array", or ["array", "null"]
  const isBounded =
    (types.includes("array") && schema.maxItems !== undefined) ||
    (types.includes("object") && (properties !== undefined || schema.maxProperties !== undefined)) ||
    (types.includes("string") &&
      [schema.maxLength, schema.pattern, schema.format].some((rule) => rule !== undefined));
  const isOpen = ["array", "object", "string"].some((name) => types.includes(name)) && !isBounded;
  return [
    ...(isOpen && schema.enum === undefined && schema.const === undefined ? [place] : []),
    ...(items === undefined ? [] : unlimitedIn(items, `${place}[]`)),
    ...anyOf.flatMap((option) => unlimitedIn(option, place)),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => unlimitedIn(field, `${place}.${name}`)),
    ...(typeof schema.additionalProperties === "object"
      ? unlimitedIn(schema.additionalProperties, `${place}.*`)
      : []),
  ];
}

/** The area of each path's scope: the first match. */
const SCOPE_OF = [
  [/\/work\/mine(\/|$)/, "annotations"],
  [
    /\/(annotations|predictions|gold|uploads\/\{id\}\/import)$|\/items|\/tasks|\/comments|\/digest/,
    "annotations",
  ],
  [/\/(download|link|certificate)$|\/(exports|datasets|changes)/, "datasets"],
  [/\/(batches|quality-levels)/, "batches"],
  [/\/account/, "account"],
  [/\/api-keys/, "keys"],
  [/\/(members|audit-log|work$|pay$)/, "members"],
  [/^\/v1\/models|\/(projects|annotation-types|export-formats)/, "projects"],
  [/\/(uploads|files|sources)/, "uploads"],
  [/\/webhooks/, "webhooks"],
  [/\/(events|stream)/, "events"],
] as const;

test.each(guarded.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s asks for the scope of what it reads or writes",
  (_, { method, path, ...operation }) => {
    const family = SCOPE_OF.find(([pattern]) =>
      pattern.test(path.replace("export-formats", "projects")),
    )?.[1];
    const isPay = /\/(pay$|rates)/.test(path); // not for viewers
    const isRead = (method === "GET" && !isPay) || ["/v1/comments/read", "/v1/digest"].includes(path);
    const reads = isRead || family === "datasets";
    const isShared = method === "DELETE" || (path.startsWith("/v1/datasets") && method !== "GET");
    const expected = family === "datasets" && isShared ? "batches:write" : undefined;

    expect(operation["x-scope"]).toBe(expected ?? `${family}:${reads ? "read" : "write"}`);
  },
);

test("operations without a key are outside /v1, or carry their permission in the URL", () => {
  const open = all.filter((operation) => !guarded.includes(operation)).map(({ path }) => path);

  expect(open.filter((path) => path.startsWith("/v1"))).toEqual([
    "/v1/files/{id}/content",
    "/v1/files/{id}/thumbnail",
    "/v1/files/{id}/upright",
    "/v1/files/{id}/peaks",
    "/v1/files/{id}/sound",
    "/v1/uploads/{id}/content",
    "/v1/model-requests/{id}/reply",
    "/v1/batches/{id}/file",
    "/v1/exports/{id}/file",
    "/v1/datasets/{id}/versions/{version}/file",
  ]);
});
