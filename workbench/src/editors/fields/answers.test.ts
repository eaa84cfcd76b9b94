import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { checkFields } from "@assay/domain/fields.ts";
import { expect, test } from "vitest";
import { fieldAnswers, fieldEntries, fieldKey, missingFields, type Places } from "./answers.ts";

const fields: FieldDefinition[] = [
  { name: "blurred", type: "choice", options: ["yes", "no"], required: true },
  { name: "why", type: "text", when: { field: "blurred", equals: "yes" }, required: true },
  { name: "colour", type: "multi_choice", options: ["red", "blue"], per: "object", max: 1 },
  { name: "score", type: "rating", per: "response", required: true },
  { name: "length", type: "number" },
];
const places: Places = {
  objects: ["span:7", "span:2"].map((id, place) => ({ id, name: `${place + 1}. person` })),
  responses: ["b", "a"].map((id, place) => ({ id, name: `Response ${"AB"[place]}` })),
};
const asked = { objects: 2, responses: ["a", "b"] };

test("answers become entries and the same answers again, which the domain takes", () => {
  const answers = {
    blurred: "yes",
    why: "rain",
    colour: [null, ["red"]],
    score: { a: 2, b: 5 },
    length: 1.5,
  };
  expect(checkFields(fields, answers, asked)).toEqual([]);
  const entries = fieldEntries({ fields }, answers, ["span:7", "span:2"]);

  expect(new Map(entries).get("field:colour:span:2")).toEqual(["red"]);
  expect(fieldAnswers({ fields }, new Map(entries), places)).toEqual(answers);
  expect(missingFields({ fields }, new Map(entries), places)).toBeNull();
});

test("what is asked only after another answer is kept but not sent while it is hidden", () => {
  const entries = new Map<string, unknown>([
    [fieldKey("blurred", ""), "no"],
    [fieldKey("why", ""), "rain"],
  ]);

  expect(fieldAnswers({ fields }, entries, places)).toEqual({ blurred: "no" });
  entries.set(fieldKey("blurred", ""), "yes");
  expect(fieldAnswers({ fields }, entries, places)).toEqual({ blurred: "yes", why: "rain" });
});

test("an answer goes with its object, whatever place the object comes to", () => {
  const entries = new Map<string, unknown>([[fieldKey("colour", "span:2"), ["blue"]]]);
  const [, second] = places.objects;
  const one = { ...places, objects: second ? [second] : [] };

  expect(fieldAnswers({ fields }, entries, places)).toEqual({ colour: [null, ["blue"]] });
  expect(fieldAnswers({ fields }, entries, one)).toEqual({ colour: [["blue"]] });
});

test("what is missing or wrong is told in words, with the response or object that it is of", () => {
  const entries = new Map<string, unknown>([[fieldKey("blurred", ""), "no"]]);
  expect(missingFields({ fields }, new Map(), places)).toBe("blurred: is missing");
  expect(missingFields({ fields }, entries, places)).toMatch(/^score of Response [AB]: is missing$/);
  entries.set(fieldKey("colour", "span:2"), ["red", "blue"]);
  expect(missingFields({ fields }, entries, places)).toBe("colour of 2. person: must be at most 1 choices");
});

test("a project that asks nothing has no answers", () => {
  expect(fieldAnswers({ fields: [] }, new Map(), places)).toBeNull();
});
