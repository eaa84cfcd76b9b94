import { expect, test } from "vitest";
import { givenItem, givenProject } from "../../test/given.ts";
import { editsBetween } from "../drafts/choose.ts";
import { applied, type Entries } from "../drafts/document.ts";
import { answerOf, entriesOf } from "../editors/answer/answer.ts";
import { findEditor } from "../editors/answer/registry.ts";
import type { Guidelines } from "../editors/editor.ts";
import { rleOf } from "../editors/masks/mask-object.ts";
import { agreementOf } from "./agreement.ts";
import { allEntries, pickEdits } from "./picks.ts";

const IMAGE = { content_type: "image/png", width: 100, height: 100, duration: null };

/** An adjudicator's view: the answers of annotators to one item. */
function givenAnswers(project: Guidelines, results: readonly unknown[], fields: readonly unknown[] = []) {
  const isText = project.annotation_type === "named_entity_recognition";
  const { file } = givenItem({});
  const item = givenItem(isText ? { text: "Ada met Bob in Rome" } : { file: { ...file, ...IMAGE } });
  const editor = findEditor(project, item);
  if (editor === undefined) throw new Error(`no editor for ${project.annotation_type}`);
  const subject = { editor, project, item };
  const answers = results.map((result, at) => ({ result, fields: (fields[at] ?? null) as never }));
  const agreement = agreementOf(subject, answers);
  const none: Entries<unknown> = new Map(entriesOf(subject, { result: null, fields: null }));
  const pick = (mine: Entries<unknown>, match: number, from: number) => {
    const found = agreement.matches[match];
    if (found === undefined) throw new Error(`there is no match ${match}`);
    return applied(mine, pickEdits(found, from, agreement, mine));
  };
  return { subject, agreement, none, pick, answer: (mine: Entries<unknown>) => answerOf(subject, mine) };
}

const box = (label: string, x: number) => ({ label, bbox: { x, y: 10, width: 20, height: 20 } });
const rle = (on: number) => rleOf(new Float64Array([0, on]), [100, 100]);
const outline = (x: number) => [
  [x, 0],
  [x + 20, 0],
  [x, 20],
];

const TYPES = [
  ["object_detection", "objects", box("car", 10), box("car", 11)],
  ["polygon", "objects", { label: "car", points: outline(10) }, { label: "car", points: outline(11) }],
  [
    "keypoint",
    "objects",
    { label: "car", points: { a: [10, 10, 2] } },
    { label: "car", points: { a: [11, 10, 2] } },
  ],
  ["semantic_segmentation", "objects", { label: "car", rle: rle(500) }, { label: "car", rle: rle(490) }],
  [
    "named_entity_recognition",
    "spans",
    { start: 0, end: 3, label: "car" },
    { start: 0, end: 3, label: "car" },
  ],
  [
    "audio_segmentation",
    "segments",
    { start: 0, end: 2, label: "car" },
    { start: 0, end: 2.1, label: "car" },
  ],
] as const;

test.each(TYPES)(
  "%s: an object that is picked is in the answer, and picking another replaces it",
  (annotation_type, list, one, other) => {
    const project = givenProject({ annotation_type, labels: ["car"] });
    const { agreement, none, pick, answer } = givenAnswers(project, [{ [list]: [one] }, { [list]: [other] }]);
    expect(agreement.matches).toHaveLength(1);

    const first = pick(none, 0, 0);
    expect(answer(first).result).toEqual({ [list]: [one] });
    const second = pick(first, 0, 1);
    expect(answer(second).result).toEqual({ [list]: [other] });
    expect(answer(pick(second, 0, 1)).result).toEqual({ [list]: [] });
    expect(answer(new Map(allEntries(agreement))).result).toEqual({ [list]: [one, other] });
  },
);

test("choosing an object replaces the matching object of an answer that was used as a whole", () => {
  const project = givenProject({ annotation_type: "object_detection", labels: ["car"] });
  const { agreement, none, pick, answer } = givenAnswers(project, [
    { objects: [box("car", 10)] },
    { objects: [box("car", 11)] },
  ]);
  const taken = applied(none, editsBetween(none, agreement.layers[0] ?? new Map()));
  expect(answer(pick(taken, 0, 1)).result).toEqual({ objects: [box("car", 11)] });
});

test("an object brings its annotator's field answers, and removing it removes them", () => {
  const fields: Guidelines["fields"] = [
    { name: "occluded", type: "choice", options: ["yes", "no"], per: "object" },
  ];
  const project = givenProject({ annotation_type: "object_detection", labels: ["car"], fields });
  const { none, pick, answer } = givenAnswers(
    project,
    [{ objects: [box("car", 70), box("car", 10)] }, { objects: [box("car", 11)] }],
    [{ occluded: ["no", "yes"] }, { occluded: ["no"] }],
  );
  const shared = 1; // the object that both annotators have comes after the one that one of them lacks
  const first = pick(none, shared, 0);
  expect(answer(first)).toEqual({ result: { objects: [box("car", 10)] }, fields: { occluded: ["yes"] } });
  const second = pick(first, shared, 1);
  expect(answer(second)).toEqual({ result: { objects: [box("car", 11)] }, fields: { occluded: ["no"] } });
  expect(pick(second, shared, 1).size).toBe(none.size);
});

test("objects that match say the attributes that each annotator gave them", () => {
  const attributes = [
    { name: "kind", type: "choice" as const, options: ["taxi", "van"] },
    { name: "marks", type: "multi_choice" as const, options: ["dirty", "dented"] },
  ];
  const project = givenProject({ annotation_type: "object_detection", labels: ["car"] });
  const labels = project.labels.map((label) => ({ ...label, attributes }));
  const { agreement } = givenAnswers({ ...project, labels }, [
    { objects: [{ ...box("car", 10), attributes: { kind: "taxi", marks: ["dirty", "dented"] } }] },
    { objects: [box("car", 70), { ...box("car", 11), attributes: { kind: "van" } }] },
  ]);
  expect(agreement.matches.map(({ details }) => details)).toEqual([
    [null, ""],
    ["taxi, dirty, dented", "van"],
  ]);
});

test("spans are named by their words, in the order of the text, and those with other ends are not the same", () => {
  const project = givenProject({ annotation_type: "named_entity_recognition", labels: ["name", "city"] });
  const [rome, bob] = [
    { start: 15, end: 19, label: "city" },
    { start: 8, end: 11, label: "name" },
  ];
  const { agreement } = givenAnswers(project, [
    { spans: [rome, bob, { start: 0, end: 3, label: "name" }] },
    { spans: [{ start: 0, end: 7, label: "name" }, rome] },
    { spans: [rome, { start: 0, end: 3, label: "name" }] },
  ]);
  expect(agreement.matches).toMatchObject([
    { name: "Ada — name", hasOtherEnds: true, details: ["Ada", "Ada met", "Ada"] },
    { name: "Bob — name", hasOtherEnds: false, details: ["", null, null] },
    { name: "Rome — city", hasOtherEnds: false, details: ["", "", ""], share: 1 },
  ]);
});

test("a relation of an answer that is used as a whole still joins its spans", () => {
  const project = givenProject({ annotation_type: "named_entity_recognition", labels: ["name", "met"] });
  const given = {
    spans: [
      { start: 0, end: 3, label: "name" },
      { start: 8, end: 11, label: "name" },
    ],
    relations: [{ from: 0, to: 1, label: "met" }],
  };
  const { agreement, none, answer } = givenAnswers(project, [{ spans: [] }, given]);
  const taken = applied(none, editsBetween(none, agreement.layers[1] ?? new Map()));
  expect(answer(taken).result).toEqual(given);
});
