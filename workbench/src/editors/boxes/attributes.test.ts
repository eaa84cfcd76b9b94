import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { expect, test } from "vitest";
import { attributeGap } from "../fields/attribute-gap.ts";
import { askedAttributes, withValue } from "./attributes.ts";
import { boxes } from "./boxes.ts";

const definitions: FieldDefinition[] = [
  { name: "kind", type: "choice", per: "object", options: ["taxi", "van"], required: true },
  { name: "company", type: "text", required: true, when: { field: "kind", equals: "taxi" } },
];
const label = { id: "c", color: null, hotkey: null, parent: null, retired: false };
const labels = [
  { ...label, name: "car", attributes: definitions },
  { ...label, id: "p", name: "person", attributes: [] },
];
const box = (name: string, attributes?: object) => ({
  ...{ label: name, bbox: { x: 1, y: 1, width: 9, height: 9 } },
  ...(attributes && { attributes }),
});
const gapOf = (...objects: readonly object[]) =>
  attributeGap(boxes, new Map(boxes.toEntries({ objects }, {} as never)), { labels });

test("the gap of an attribute names the box, and leads to it", () => {
  expect(gapOf(box("person"), box("car", { kind: "van", pose: "left" }))).toBeNull();
  expect(gapOf(box("car", { kind: "van" }), box("person"), box("car"))).toEqual({
    message: "Answer “kind” for car (3 of 3).",
    question: "attribute:object:3:kind",
    target: "object:3",
  });
  expect(gapOf(box("car", { kind: "bus" }))?.message).toBe("kind of car must be one of taxi, van");
  expect(gapOf(box("car", { kind: "taxi" }))?.message).toBe("Answer “company” for car.");
});

test("an attribute that is no longer asked loses its value, unless the label does not define it", () => {
  const taxi = { kind: "taxi", company: "Blue", pose: "left" };
  expect(withValue(definitions, taxi, ["kind", "van"])).toEqual({ kind: "van", pose: "left" });
  expect(withValue(definitions, taxi, ["company", undefined])).toEqual({ kind: "taxi", pose: "left" });
  const names = (values: Readonly<Record<string, string>>) =>
    askedAttributes(definitions, values).map(({ name }) => name);
  expect(names({ kind: "van" })).toEqual(["kind"]);
  expect(names({ kind: "van", company: "Blue" })).toEqual(["kind", "company"]); // or nobody could remove it
});
