import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { checkFields } from "@assay/domain/fields.ts";
import { expect, test } from "vitest";
import { type FieldTargets, fieldAnswers, fieldEntries, fieldKey, firstGap } from "./answers.ts";

const fields: FieldDefinition[] = [
  { name: "blurred", type: "choice", options: ["yes", "no"], required: true },
  { name: "why", type: "text", when: { field: "blurred", equals: "yes" }, required: true },
  { name: "color", type: "multi_choice", options: ["red", "blue"], per: "object", max: 1 },
  { name: "score", type: "rating", per: "response", required: true },
  { name: "length", type: "number" },
];
const targets: FieldTargets = {
  objects: ["span:7", "span:2"].map((id, index) => ({ id, name: `${index + 1}. person` })),
  responses: ["b", "a"].map((id, index) => ({ id, name: `Response ${"AB"[index]}` })),
  messages: [],
};
const asked = { objects: 2, responses: ["a", "b"] };

test("valid answers survive the conversion to entries and back", () => {
  const answers = {
    blurred: "yes",
    why: "rain",
    color: [null, ["red"]],
    score: { a: 2, b: 5 },
    length: 1.5,
  };
  expect(checkFields(fields, answers, asked)).toEqual([]);
  const entries = fieldEntries({ fields }, answers, ["span:7", "span:2"]);

  expect(new Map(entries).get("field:color:span:2")).toEqual(["red"]);
  expect(fieldAnswers({ fields }, new Map(entries), targets)).toEqual(answers);
  expect(firstGap({ fields }, new Map(entries), targets)).toBeNull();
});

test("the answer to a conditional field is kept but not sent while the field is hidden", () => {
  const entries = new Map<string, unknown>([
    [fieldKey("blurred", ""), "no"],
    [fieldKey("why", ""), "rain"],
  ]);

  expect(fieldAnswers({ fields }, entries, targets)).toEqual({ blurred: "no" });
  entries.set(fieldKey("blurred", ""), "yes");
  expect(fieldAnswers({ fields }, entries, targets)).toEqual({ blurred: "yes", why: "rain" });
});

test("an answer stays with its object when the object's position changes", () => {
  const entries = new Map<string, unknown>([[fieldKey("color", "span:2"), ["blue"]]]);
  const [, second] = targets.objects;
  const one = { ...targets, objects: second ? [second] : [] };

  expect(fieldAnswers({ fields }, entries, targets)).toEqual({ color: [null, ["blue"]] });
  expect(fieldAnswers({ fields }, entries, one)).toEqual({ color: [["blue"]] });
});

test("a message names the field and the response or object whose answer is missing or wrong", () => {
  const entries = new Map<string, unknown>([[fieldKey("blurred", ""), "no"]]);
  expect(firstGap({ fields }, new Map(), targets)).toEqual({
    message: "Answer “blurred”.",
    question: "field:blurred",
    target: null,
  });
  expect(firstGap({ fields }, entries, targets)?.message).toMatch(/^Answer “score” for Response [AB]\.$/);
  entries.set(fieldKey("color", "span:2"), ["red", "blue"]);
  expect(firstGap({ fields }, entries, targets)).toEqual({
    message: "color of 2. person must be at most 1 choices",
    question: "field:color:span:2",
    target: "span:2",
  });
});

test("a message about one of several objects of a label says which one", () => {
  const required: FieldDefinition[] = [
    { name: "occluded", type: "choice", options: ["no"], per: "object", required: true },
  ];
  const boxes = (...names: string[]) => ({
    ...targets,
    objects: names.map((name, at) => ({ id: `box:${at}`, name })),
  });
  const entries = new Map<string, unknown>([[fieldKey("occluded", "box:0"), "no"]]);
  expect(firstGap({ fields: required }, entries, boxes("animal", "animal"))?.message).toBe(
    "Answer “occluded” for animal (2 of 2).",
  );
  expect(firstGap({ fields: required }, entries, boxes("animal", "tool"))?.message).toBe(
    "Answer “occluded” for tool.",
  );
});

test("a project without fields has no answers", () => {
  expect(fieldAnswers({ fields: [] }, new Map(), targets)).toBeNull();
});
