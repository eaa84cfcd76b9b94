import { ROLES, type Role, SCOPES, type Scope, scopesOf } from "@assay/domain/member.ts";
import { expect, test } from "vitest";
import { insertKey } from "../src/accounts/store.ts";
import { newApiKey } from "../src/platform/auth/keys.ts";
import { bodyOf, givenBatch } from "./given.ts";
import {
  type ApiDocument,
  type Operation,
  operationsOf,
  bodyOf as sampleOf,
  unknownId,
  urlOf,
} from "./operations.ts";
import { givenPerson } from "./people.ts";
import { startService } from "./service.ts";

const service = await startService();
const document: ApiDocument = (await service.anonymous("GET", "/openapi.json")).body;
/** Operations that take a signed URL and no key. */
const SIGNED = [
  "putUploadContent",
  "downloadLinkedBatch",
  "downloadLinkedExport",
  "downloadLinkedVersion",
  "replyToModelRequest",
];
const operations = operationsOf(document).filter(
  ({ operationId = "", path }) => path.startsWith("/v1/") && !SIGNED.includes(operationId),
);

/**
 * The scope area of a path, from the contract and independent of the routes; the first match counts. Reading
 * (GET) requires `:read`, everything else `:write`.
 */
const AREAS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1\/account(\/|$)/, "account"],
  [/^\/v1\/api-keys(\/|$)/, "keys"],
  [/^\/v1\/members(\/|$)/, "members"],
  [/^\/v1\/(projects|models|annotation-types|export-formats)(\/|$)/, "projects"],
  [/^\/v1\/uploads\/{id}\/import$/, "annotations"],
  [/^\/v1\/(uploads|files|sources)(\/|$)/, "uploads"],
  [/^\/v1\/batches\/{id}\/(annotations|predictions|gold)$/, "annotations"],
  [/^\/v1\/batches\/{id}\/(download|link|certificate)$/, "datasets"],
  [/^\/v1\/(exports|datasets|changes)(\/|$)/, "datasets"],
  [/^\/v1\/(batches|quality-levels)(\/|$)/, "batches"],
  [/^\/v1\/(items|tasks|comments|digest)(\/|$)/, "annotations"],
  [/^\/v1\/webhooks(\/|$)/, "webhooks"],
  [/^\/v1\/(events|stream)(\/|$)/, "events"],
  [/^\/v1\/(audit-log|work|pay)$/, "members"],
  [/^\/v1\/work\/mine(\/|$)/, "annotations"],
];
/** What is not for viewers although it is read: what people earn. */
const PAY = /^\/v1\/(pay$|members\/{id}\/rates)/;

/** The scope that an operation should ask for. */
function expectedScope({ method, path }: Operation): string {
  const [, area] = AREAS.find(([pattern]) => pattern.test(path)) ?? [];
  if (area === undefined) throw new Error(`say in server/test/scopes.test.ts what ${path} is about`);
  const isShared = method === "DELETE" || (path.startsWith("/v1/datasets") && method !== "GET");
  if (area === "datasets" && isShared) return "batches:write";
  if (area === "datasets") return "datasets:read"; // requesting an export is reading
  if (["/v1/comments/read", "/v1/digest"].includes(path)) return "annotations:read"; // a person's own choices
  return `${area}:${method === "GET" && !PAY.test(path) ? "read" : "write"}`;
}

const both = (...areas: readonly string[]): readonly Scope[] =>
  SCOPES.filter((scope) => areas.includes(scope.split(":")[0] ?? ""));

/** The sets of scopes that docs/api.md suggests. */
const PRESETS: Readonly<Record<string, readonly Scope[]>> = {
  admin: SCOPES,
  producer: both("projects", "uploads", "batches"),
  annotator: both("annotations"),
  consumer: ["datasets:read", "events:read"],
};

const sets: readonly (readonly [string, readonly Scope[]])[] = [
  ...Object.entries(PRESETS).map(([name, scopes]) => [`the preset ${name}`, scopes] as const),
  ...ROLES.map((role) => [`what the role ${role} may do`, scopesOf(role)] as const),
  ...SCOPES.map((scope) => [`${scope} alone`, [scope]] as const),
  ["no scope", []],
];

test.each(sets)("a key with %s is refused exactly where another scope is required", async (name, scopes) => {
  const key = newApiKey();
  const created_at = service.deps.now();
  await insertKey(service.db, { key, account_id: service.accountId, name, scopes: [...scopes], created_at });
  const request = service.requestWith(key);
  const refused: string[] = [];
  for (const operation of operations) {
    const { method, path } = operation;
    const response = await request(method, urlOf(operation, unknownId), sampleOf(document, operation));
    expect([401, 500], `${method} ${path}`).not.toContain(response.status);
    if (/insufficient_scope/.test(String(response.headers["www-authenticate"]))) {
      expect(response).toMatchObject({ status: 403, body: { error: "forbidden" } });
      refused.push(`${method} ${path}`);
    }
  }

  const expected = operations.filter(
    (operation) => !scopes.some((held) => held === expectedScope(operation)),
  );
  expect(refused).toEqual(expected.map(({ method, path }) => `${method} ${path}`));
});

/** What annotators and reviewers who are signed in do only by tasks. */
const OTHERS_WORK =
  /^\/v1\/(items|batches\/{id}\/(annotations|predictions|gold)|uploads\/{id}\/import)(\/|$)/;

test.each(ROLES)("a person who is %s is refused exactly what their role does not do", async (role) => {
  const account = await service.givenAccount();
  const { token } = await givenPerson(service, { role }, account);
  const scopes = scopesOf(role);
  const request = service.requestWith(token);
  const refused: string[] = [];
  for (const operation of operations) {
    const { method, path } = operation;
    const body = sampleOf(document, operation);
    const response = await request(method, urlOf(operation, unknownId), body);
    expect([401, 500], `${method} ${path}`).not.toContain(response.status);
    if (/lacks the scope|only work through \/v1\/tasks/.test(response.body.message))
      refused.push(`${method} ${path}`);
  }

  const isBound = ({ method, path }: Operation) =>
    OTHERS_WORK.test(path) && (role === "annotator" || (role === "reviewer" && method !== "GET"));
  const expected = operations.filter(
    (operation) => isBound(operation) || !scopes.some((held) => held === expectedScope(operation)),
  );
  expect(refused).toEqual(expected.map(({ method, path }) => `${method} ${path}`));
});

test("each role may do what its people are for", () => {
  const reads = SCOPES.filter((scope) => scope.endsWith(":read"));
  expect(Object.fromEntries(ROLES.map((role) => [role, scopesOf(role)]))).toEqual({
    owner: SCOPES,
    manager: SCOPES.filter((scope) => !/^keys:|^account:write$/.test(scope)),
    reviewer: ["annotations:read", "annotations:write"],
    annotator: ["annotations:read", "annotations:write"],
    viewer: reads,
  });
});

const KINDS = ["annotate", "audit", "adjudicate"] as const;
const MAY: Readonly<Record<Role, readonly (typeof KINDS)[number][]>> = {
  owner: KINDS,
  manager: KINDS,
  reviewer: KINDS,
  annotator: ["annotate"],
  viewer: [],
};
const claims = ROLES.flatMap((role) => KINDS.map((kind) => [role, kind, MAY[role].includes(kind)] as const));

test.each(claims)("a member who is %s claims %s: %s", async (role, kind, may) => {
  const batch = await givenBatch(service);
  const member = bodyOf(await service.request("POST", "/v1/members", { name: role, role }), 201);

  const wish = { batch_id: batch.id, kinds: [kind], annotator: member.id };
  const { status, body } = await service.request("POST", "/v1/tasks/claim", wish);

  expect([status, body.error]).toEqual(may ? [200, undefined] : [403, "forbidden"]);
});
