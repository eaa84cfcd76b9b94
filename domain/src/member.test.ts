import { expect, test } from "vitest";
import { mayAnnotate, mayAudit, ROLES, SCOPES, scopesOf } from "./member.ts";

test("an owner may do all, and a manager all but keys and writing the account", () => {
  expect(scopesOf("owner")).toEqual(SCOPES);
  const missing = SCOPES.filter((scope) => !scopesOf("manager").includes(scope));
  expect(missing).toEqual(["account:write", "keys:read", "keys:write"]);
});

test("reviewers and annotators work on annotations only", () => {
  expect(scopesOf("reviewer")).toEqual(["annotations:read", "annotations:write"]);
  expect(scopesOf("annotator")).toEqual(["annotations:read", "annotations:write"]);
});

test("a viewer reads everything and writes nothing", () => {
  expect(scopesOf("viewer")).toEqual([
    "account:read",
    "members:read",
    "projects:read",
    "batches:read",
    "uploads:read",
    "annotations:read",
    "datasets:read",
    "webhooks:read",
    "events:read",
    "keys:read",
  ]);
});

test("all but viewers annotate; owners, managers and reviewers audit", () => {
  expect(ROLES.filter(mayAnnotate)).toEqual(["owner", "manager", "reviewer", "annotator"]);
  expect(ROLES.filter(mayAudit)).toEqual(["owner", "manager", "reviewer"]);
});
