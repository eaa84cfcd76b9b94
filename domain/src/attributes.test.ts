import { expect, test } from "vitest";
import { givenItem } from "../test/given-item.ts";
import { withAttributes, withFittedAttributes } from "./attributes.ts";
import { itemConsensus } from "./field-consensus.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { checkLabels } from "./labels.ts";
import type { AllowedLabels } from "./types/annotation-type.ts";
import { objectDetection } from "./types/object-detection/object-detection.ts";

const ATTRIBUTES: readonly FieldDefinition[] = [
  { name: "kind", type: "choice", per: "object", options: ["taxi", "van"], required: true },
  { name: "doors", type: "number", per: "object", min: 0, max: 5 },
  { name: "seen", type: "multi_choice", options: ["roof", "wheels"] },
  { name: "company", type: "text", required: true, when: { field: "kind", equals: "taxi" } },
];
const LABELS = [
  { name: "car", attributes: [...ATTRIBUTES] },
  { name: "person", attributes: [] },
];
const NAMES = new Set(["car", "person"]);
const allowed = withAttributes(NAMES, LABELS, { isAsked: true });
const unasked = withAttributes(NAMES, LABELS, { isAsked: false });

const box = (attributes?: Readonly<Record<string, unknown>>, label = "car") => ({
  ...{ label, bbox: { x: 1, y: 1, width: 9, height: 9 } },
  ...(attributes && { attributes }),
});
const faultsOf = (attributes: Readonly<Record<string, unknown>> | undefined, by = allowed) =>
  objectDetection
    .validate({ objects: [box({}, "person"), box(attributes)] }, givenItem({}), by)
    .map(({ path, message }) => `${path} ${message}`);

test("attributes that fit their label, and those that it does not define, are allowed", () => {
  expect(faultsOf({ kind: "van", doors: 4, seen: ["roof"], occluded: true, pose: "left" })).toEqual([]);
  expect(faultsOf({ kind: "taxi", company: "Blue" })).toEqual([]);
});

const at = (name: string) => `objects.1.attributes.${name}`;
const NO_KIND = `${at("kind")} is missing; the label "car" requires it, one of taxi, van`;

test.each([
  [undefined, [NO_KIND]],
  [{ kind: "" }, [NO_KIND]],
  [{ kind: "bus" }, [`${at("kind")} must be one of taxi, van for the label "car"`]],
  [{ kind: "van", doors: "4" }, [`${at("doors")} must be a number for the label "car"`]],
  [{ kind: "van", doors: 6 }, [`${at("doors")} must be at most 5 for the label "car"`]],
  [
    { kind: "van", seen: ["sky"] },
    [`${at("seen")} must be a list of any of roof, wheels for the label "car"`],
  ],
  [{ kind: "taxi" }, [`${at("company")} is missing; the label "car" requires it`]],
  [
    { kind: "van", company: "Blue" },
    [`${at("company")} is asked only where kind is "taxi" for the label "car"`],
  ],
])("the fault of the attributes %j names the object, the attribute and what is allowed", (given, faults) => {
  expect(faultsOf(given)).toEqual(faults);
});

test("where nobody was asked no attribute is required, but those that are there are checked", () => {
  expect(faultsOf(undefined, unasked)).toEqual([]);
  expect(faultsOf({ kind: "taxi" }, unasked)).toEqual([]);
  expect(faultsOf({ kind: "bus" }, unasked)).toHaveLength(1);
});

test("attributes of other tools get the form that their label defines, and everything else stays", () => {
  const given = box({ kind: true, doors: "4", seen: '["roof"]', company: 7, pose: "1" });
  const other = box({ doors: "4" }, "person");
  const fitted = { kind: "true", doors: 4, seen: ["roof"], company: "7", pose: "1" };

  expect(withFittedAttributes(allowed, { objects: [given, other] })).toEqual({
    objects: [box(fitted), other],
  });

  const unfit = { objects: [box({ doors: "many", seen: "roof or {", kind: "van" }), 7, { label: "car" }] };
  expect(withFittedAttributes(allowed, unfit)).toBe(unfit);
  expect(withFittedAttributes(null, unfit)).toBe(unfit);
});

test("the options of an attribute are read once, not for each of up to 10,000 objects", () => {
  let reads = 0;
  function* read() {
    reads += 1;
    yield* ["taxi", "van"];
  }
  const options = Object.assign(["taxi", "van"], { [Symbol.iterator]: read });
  const labels = [{ name: "car", attributes: [{ name: "kind", type: "choice" as const, options }] }];
  const objects = Array.from({ length: 100 }, () => box({ kind: "van" }));

  const asked = withAttributes(NAMES, labels, { isAsked: true });
  expect(objectDetection.validate({ objects }, givenItem({}), asked)).toEqual([]);

  expect(reads).toBe(1);
});

test("attributes that cannot be answered are refused, but a label may keep what it has", () => {
  const faulty = [{ name: "kind", type: "choice" as const }];
  const car = { id: "c", color: null, hotkey: null, parent: null, retired: false, name: "car" };
  const refused = [{ path: "0.attributes.0.options", message: "are missing for a choice" }];

  expect(checkLabels([], [{ name: "car", attributes: faulty }], "object_detection")).toEqual(refused);
  expect(
    checkLabels([{ ...car, attributes: faulty }], [{ name: "car", attributes: faulty }], "object_detection"),
  ).toEqual([]);
  expect(checkLabels([], [{ name: "car", attributes: [...ATTRIBUTES] }], "object_detection")).toEqual([]);
});

test("a required attribute on which annotators differ is a tie, any other is left out", () => {
  const consensusOf = (asked: AllowedLabels, ...given: (Readonly<Record<string, unknown>> | undefined)[]) => {
    const answers = given.map((attributes) => ({ result: { objects: [box(attributes)] }, fields: null }));
    return itemConsensus(objectDetection, { fields: [], allowed: asked }, [], answers);
  };
  const objects = (attributes?: Readonly<Record<string, unknown>>) => ({
    result: { objects: [box(attributes)] },
  });
  const [van, taxi] = [{ kind: "van", doors: 4 }, { kind: "taxi" }];

  expect(consensusOf(allowed, van, taxi)).toBeNull();
  expect(consensusOf(allowed, van, { ...van, doors: 5 })).toMatchObject(objects({ kind: "van" }));
  expect(consensusOf(allowed, van, taxi, van)).toMatchObject(objects(van));
  expect(consensusOf(null, van, taxi)).toMatchObject(objects());
  // imported answers of people whom nobody asked
  expect(consensusOf(allowed, undefined, undefined)).toMatchObject(objects());
  expect(consensusOf(allowed, van, undefined, undefined)).toMatchObject(objects());
});
