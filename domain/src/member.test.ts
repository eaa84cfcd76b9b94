import { expect, test } from "vitest";
import { mayAnnotate, mayAudit, ROLES, SCOPES, scopesOf, worksIn } from "./member.ts";

test("an owner has all permissions, and a manager all except keys and writing the account", () => {
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

test.each([
  ["belongs to all projects, and it is for everybody", null, [], [], true],
  ["belongs to it", ["proj_1"], [], [], true],
  ["belongs to another", ["proj_2"], [], [], false],
  ["is in one of its groups", null, ["night", "day"], ["day", "weekend"], true],
  ["is in none of its groups", null, ["night"], ["day"], false],
  ["is in no group", null, [], ["day"], false],
  ["belongs to it and is in none of its groups", ["proj_1"], ["night"], ["day"], false],
  ["belongs to another and is in one of its groups", ["proj_2"], ["day"], ["day"], false],
])("who %s works in a project: %j", (_who, project_ids, groups, wanted, works) => {
  expect(worksIn({ project_ids, groups }, { id: "proj_1", groups: wanted })).toBe(works);
});
