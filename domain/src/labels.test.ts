import { expect, test } from "vitest";
import { allowedLabels } from "./allowed-labels.ts";
import { assignLabelIds, checkLabels, type Label, type LabelInput, renames } from "./labels.ts";

function label(id: string, name: string, more: Partial<Label> = {}): Label {
  return { id, name, color: null, hotkey: null, parent: null, attributes: [], retired: false, ...more };
}

test("labels without ids are numbered, and omitted fields get defaults", () => {
  expect(assignLabelIds([], [{ name: "cat" }, { name: "dog", color: "#ff0000" }])).toEqual([
    label("label_1", "cat"),
    label("label_2", "dog", { color: "#ff0000" }),
  ]);
});

test("a label sent with its id keeps it under a new name", () => {
  const before = [label("label_1", "cat")];
  const after = assignLabelIds(before, [{ id: "label_1", name: "kitten" }]);
  expect(after).toEqual([label("label_1", "kitten")]);
  expect(renames(before, after)).toEqual(new Map([["cat", "kitten"]]));
});

test("a label sent only by name keeps its id", () => {
  const before = [label("label_1", "cat"), label("label_2", "dog")];
  expect(assignLabelIds(before, [{ name: "dog" }, { name: "cat" }]).map(({ id }) => id)).toEqual([
    "label_2",
    "label_1",
  ]);
});

test("if a label is renamed, its old name in the same list is a new label", () => {
  const after = assignLabelIds(
    [label("label_1", "cat")],
    [{ id: "label_1", name: "kitten" }, { name: "cat" }],
  );
  expect(after.map(({ id, name }) => [id, name])).toEqual([
    ["label_1", "kitten"],
    ["label_2", "cat"],
  ]);
});

test("two labels can swap names", () => {
  const before = [label("a", "cat"), label("b", "dog")];
  const sent = [
    { id: "a", name: "dog" },
    { id: "b", name: "cat" },
  ];
  expect(checkLabels(before, sent, "text_classification")).toEqual([]);
  expect(renames(before, assignLabelIds(before, sent))).toEqual(
    new Map([
      ["cat", "dog"],
      ["dog", "cat"],
    ]),
  );
});

test("an omitted label is kept at the end as retired, and returns when it is sent again", () => {
  const before = [label("label_1", "cat"), label("label_2", "dog")];
  const without = assignLabelIds(before, [{ name: "dog" }]);
  expect(without).toEqual([label("label_2", "dog"), label("label_1", "cat", { retired: true })]);
  expect(assignLabelIds(without, [{ name: "cat" }])[0]).toEqual(label("label_1", "cat"));
});

test("a new id differs from every id used or sent before", () => {
  const before = [label("label_1", "cat")];
  const sent = [{ name: "dog" }, { id: "label_3", name: "cow" }];
  expect(assignLabelIds(before, sent, ["label_2"])[0]?.id).toBe("label_4");
});

test("a parent can be named by id or name and is stored as id", () => {
  const sent = [{ name: "animal" }, { name: "cat", parent: "animal" }, { name: "dog", parent: "label_1" }];
  expect(checkLabels([], sent, "text_classification")).toEqual([]);
  expect(assignLabelIds([], sent).map(({ parent }) => parent)).toEqual([null, "label_1", "label_1"]);
});

test("faults of a repeated id, a repeated name, an unknown parent and a control character have their path", () => {
  const sent = [
    { id: "a", name: "cat" },
    { id: "a", name: "dog" },
    { name: "cat" },
    { name: "cow", parent: "horse" },
    { name: "two\nlines" },
  ];
  expect(checkLabels([], sent, "text_classification").map(({ path }) => path)).toEqual([
    "4.name",
    "1.id",
    "2.name",
    "3.parent",
  ]);
});

test("a circle of parents is reported once", () => {
  const sent = [
    { name: "a", parent: "b" },
    { name: "b", parent: "c" },
    { name: "c", parent: "b" },
    { name: "d", parent: "d" },
    { name: "e", parent: "a" },
  ];
  expect(checkLabels([], sent, "text_classification")).toEqual([
    { path: "0.parent", message: "leads back to the label itself" },
    { path: "3.parent", message: "leads back to the label itself" },
  ]);
});

test("the name of an omitted label is not available to another id", () => {
  const faults = checkLabels([label("a", "cat")], [{ id: "b", name: "cat" }], "text_classification");
  expect(faults).toEqual([
    { path: "0.name", message: '"cat" is the name of the label with the id "a"; send that id' },
  ]);
});

test("new answers may use every label that is not retired, or any label if there are none", () => {
  expect(allowedLabels([label("a", "cat"), label("b", "dog", { retired: true })])).toEqual(new Set(["cat"]));
  expect(allowedLabels([])).toBeNull();
  expect(allowedLabels([label("a", "cat", { retired: true })])).toBeNull();
});

test("two labels cannot have the same key, unless they had it before", () => {
  const faults = (before: readonly Label[], ...sent: readonly LabelInput[]) =>
    checkLabels(before, sent, "object_detection");
  const [cat, dog] = [
    { id: "a", name: "cat", hotkey: "j" },
    { id: "b", name: "dog", hotkey: "J" },
  ];

  const taken = { path: "1.hotkey", message: 'must be another key; "cat" already has "J"' };
  expect(faults([], cat, dog)).toEqual([taken]);
  expect(faults([], { ...cat, retired: true }, dog)).toEqual([]);
  expect(faults([label("a", "cat", { hotkey: "j" })], { ...cat, hotkey: null }, dog)).toEqual([]);
  expect(faults([label("b", "dog", { hotkey: "J" })], cat, dog)).toEqual([
    { path: "0.hotkey", message: 'must be another key; "dog" already has "j"' },
  ]);

  const stored = [label("a", "cat", { hotkey: "j" }), label("b", "dog", { hotkey: "J" })];
  expect(faults(stored, cat, dog)).toEqual([]);
  expect(faults(stored, cat, dog, { name: "cow", hotkey: "j" })).toEqual([
    { path: "2.hotkey", message: 'must be another key; "cat" already has "j"' },
  ]);
});

test("a key that the editor of the type uses is refused, in any spelling; digits and other letters are free", () => {
  const refused = (annotation_type: string, hotkey: string) =>
    checkLabels([], [{ name: "cat", hotkey }], annotation_type);

  expect(refused("object_detection", "b")).toEqual([
    { path: "0.hotkey", message: 'must be a key that the editor does not use; "b" takes the box tool' },
  ]);
  for (const hotkey of ["B", "KeyB", "shift+b", "Ctrl++", "Shift+Ctrl+Z", "enter", "/"])
    expect(refused("object_detection", hotkey), hotkey).toHaveLength(1);
  for (const hotkey of ["1", "Shift+1", "j", "Shift+J", "ä"])
    expect(refused("object_detection", hotkey), hotkey).toEqual([]);
  expect(refused("text_classification", "b")).toEqual([]);
});

test("a label keeps the key that it has, which another label cannot take", () => {
  const before = [label("a", "cat", { hotkey: "b" })];
  const sent = [{ id: "a", name: "cat", hotkey: "b" }];

  expect(checkLabels(before, sent, "object_detection")).toEqual([]);
  expect(checkLabels(before, [...sent, { name: "dog", hotkey: "v" }], "object_detection")).toMatchObject([
    { path: "1.hotkey" },
  ]);
});

const NER = "named_entity_recognition";

test("ends of a relation type are given by id or name, and allowed labels tell them by name", () => {
  const sent: LabelInput[] = [
    { id: "p", name: "person" },
    { name: "company" },
    { name: "works for", relation: { source: ["p"], target: ["company"] } },
    { name: "knows", relation: {} },
    { name: "old", relation: {}, retired: true },
  ];
  expect(checkLabels([], sent, NER)).toEqual([]);
  const labels = assignLabelIds([], sent);
  expect(labels[2]).toEqual(
    label("label_2", "works for", { relation: { source: ["p"], target: ["label_1"] } }),
  );
  const allowed = allowedLabels(labels);
  expect([...(allowed ?? [])]).toEqual(["person", "company"]);
  expect(allowed?.relations).toEqual(
    new Map([
      ["works for", { source: new Set(["person"]), target: new Set(["company"]) }],
      ["knows", { source: new Set(), target: new Set() }],
    ]),
  );
  expect(allowedLabels([label("a", "x")])?.relations).toBeUndefined();
});

test("relation types need spans with labels, ends that are such labels, and a type with relations", () => {
  const person = { name: "person" };
  const knows = { name: "knows", relation: { source: ["person", "knows"], target: ["dog"] } };
  expect(checkLabels([], [person, knows], NER)).toEqual([
    {
      path: "1.relation.source.1",
      message: '"label_2" is neither an id nor a name of a label for spans in the list',
    },
    {
      path: "1.relation.target.0",
      message: '"dog" is neither an id nor a name of a label for spans in the list',
    },
  ]);
  const alone = [{ name: "knows", relation: {} }];
  expect(checkLabels([], alone, NER)).toEqual([
    { path: "0.relation", message: "needs a label for spans in the list, which is not retired" },
  ]);
  expect(checkLabels([], [person, ...alone], "object_detection")).toEqual([
    { path: "1.relation", message: "must be absent: answers of object_detection have no relations" },
  ]);
});
