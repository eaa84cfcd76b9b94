import { expect, test } from "vitest";
import { exported, givenContext, givenConversation, givenItem, givenText } from "../../test/given-export.ts";
import type { ExportContext, ExportItem } from "./format.ts";
import { labelStudio } from "./label-studio.ts";

const boxes = givenContext("object_detection", ["car", 'a "b" & <c>']);
const entities = givenContext("named_entity_recognition", ["PER", "LOC"]);

test("a box is percent of the image, and a turned one is turned about its corner", async () => {
  const objects = [
    { label: "car", bbox: { x: 50, y: 10, width: 20, height: 5 }, attributes: { parked: true } },
    { label: "car", bbox: { x: 90, y: 30, width: 20, height: 40, rotation: 90 } },
  ];

  const [task = {}] = await tasks(boxes, [givenItem({ result: { objects } })]);

  const size = { original_width: 200, original_height: 100, image_rotation: 0 };
  const region = { from_name: "label_image", to_name: "image", type: "rectanglelabels", ...size };
  const [upright, turned] = task.annotations[0].result;
  expect(task.data).toEqual({ image: "/data/local-files/?d=images/item_1_street.jpg" });
  expect(upright).toEqual({
    id: "r1",
    ...region,
    value: { x: 25, y: 10, width: 10, height: 5, rotation: 0, rectanglelabels: ["car"] },
    meta: { attributes: { parked: true } },
  });
  expect(turned.value.x).toBeCloseTo(60);
  expect(turned.value.y).toBeCloseTo(40);
});

test("an open item has no annotation, an excluded one a cancelled, an accepted one without objects an empty", async () => {
  const items = [
    givenItem({ id: "item_1", status: "open", result: null }),
    givenItem({ id: "item_2", status: "excluded", excluded_reason: "blurred", result: null }),
    givenItem({ id: "item_3", result: { objects: [] } }),
  ];

  const read = await tasks(boxes, items);

  expect(read.map(({ annotations }) => annotations)).toEqual([
    [],
    [{ was_cancelled: true, ground_truth: false, result: [] }],
    [{ was_cancelled: false, ground_truth: true, result: [] }],
  ]);
  expect(read[1]?.meta.assay).toMatchObject({ id: "item_2", status: "excluded", excluded_reason: "blurred" });
});

test("answers follow the label, with their times; who gave them is in the task's meta", async () => {
  const answer = { annotator: "annotator_1", round: 2, guideline_version: 3, fields: { sure: "yes" } };
  const spans = [
    { start: 0, end: 2, label: "PER" },
    { start: 3, end: 6, label: "LOC" },
  ];
  const result = { spans, relations: [{ from: 1, to: 0, label: "home of" }] };
  const answers = [{ ...answer, created_at: "2026-01-01T00:00:00.000Z", result }];

  const [task = {}] = await tasks(entities, [givenText("👩🏽 Rom", { result, answers })]);

  expect(task.annotations).toMatchObject([
    { ground_truth: true },
    { created_at: "2026-01-01T00:00:00.000Z" },
  ]);
  expect(task.annotations[1].result).toEqual([
    span("r1", { start: 0, end: 2, text: "👩🏽", labels: ["PER"] }),
    span("r2", { start: 3, end: 6, text: "Rom", labels: ["LOC"] }),
    { type: "relation", from_id: "r2", to_id: "r1", direction: "right", labels: ["home of"] },
  ]);
  expect(task.meta.assay.answers).toEqual([answer]);
});

test("the labeling interface has labels, relations, points and scales of project and items, and every medium", async () => {
  const relations = [{ from: 0, to: 0, label: "is" }];
  const named = givenText("Jane", { result: { spans: [{ start: 0, end: 4, label: "PER" }], relations } });
  const pose = { objects: [{ label: "a", points: { ear: [1, 2, 2] } }] };
  const rated = givenConversation({ result: { ratings: { 'the "truth"': 4 } } });
  const media = [givenItem(), givenText("Jane"), givenConversation()];

  expect(await config(boxes, [givenItem()])).toContain('<Label value="a &quot;b&quot; &amp; &lt;c>"/>');
  expect(await config(entities, [named])).toContain('<Relation value="is"/>');
  const { project, ...context } = givenContext("named_entity_recognition", ["PER", "ORG", "works for", "is"]);
  const typed = { ...context, project: { ...project, relation_types: ["works for", "is"] } };
  expect((await config(typed, [named])).match(/<(Label|Relation) .*/g)).toEqual([
    '<Label value="PER"/>',
    '<Label value="ORG"/>',
    '<Relation value="works for"/>',
    '<Relation value="is"/>',
  ]);
  expect(
    (await config(givenContext("keypoint", ["a"]), [givenItem({ result: pose })])).match(/Label value="\w+/g),
  ).toEqual(['Label value="nose', 'Label value="tail', 'Label value="ear']);
  expect(await config(givenContext("rating", []), [rated])).toContain(
    '<Number name="rating the &quot;truth&quot;_conversation" toName="conversation"/>',
  );
  const mixed = await config(givenContext("text_generation", []), media);
  expect(mixed.match(/toName="\w+"/g)).toEqual(['toName="image"', 'toName="text"', 'toName="conversation"']);
});

test("the holes of an outline are in the meta of its region, and nothing is lost", async () => {
  const points = [
    [0, 0],
    [20, 0],
    [20, 10],
  ];
  const item = givenItem({ result: { objects: [{ label: "car", points, holes: [points] }] } });
  const [task] = await tasks(givenContext("polygon", ["car"]), [item]);

  const percents = [
    [0, 0],
    [10, 0],
    [10, 10],
  ];
  expect(task?.annotations[0].result).toMatchObject([
    { value: { points: percents }, meta: { holes: [percents] } },
  ]);
  expect(labelStudio.loss(item)).toEqual([]);
});

test("an image whose size is not known is refused, and so is a type without a form", async () => {
  const item = givenItem({ result: { objects: [] } });
  const unknown = { ...item, file: { ...item.file, width: null, height: null } };

  await expect(tasks(boxes, [unknown])).rejects.toThrow("item_1: the size of its image is not known");
  await expect(tasks(givenContext("video_tracking", []), [item])).rejects.toThrow(
    "label_studio cannot carry",
  );
});

function span(id: string, value: object) {
  return { id, from_name: "label_text", to_name: "text", type: "labels", value };
}

/** As loose as a reader of JSON sees it. */
// biome-ignore lint/suspicious/noExplicitAny: these tests look into the JSON
type Task = Record<string, any>;

async function tasks(context: ExportContext, items: readonly ExportItem[]) {
  const read: Task[] = JSON.parse((await exported(labelStudio, context, items))["tasks.json"] ?? "");
  return read;
}

async function config(context: ExportContext, items: readonly ExportItem[]): Promise<string> {
  return (await exported(labelStudio, context, items))["label_config.xml"] ?? "";
}
