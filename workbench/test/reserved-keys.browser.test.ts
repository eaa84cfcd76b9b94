import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { reservedKeys } from "@assay/domain/reserved-keys.ts";
import { expect, test } from "vitest";
import type { Item } from "../src/editors/editor.ts";
import { frameActions } from "../src/work/actions.ts";
import { openEditor } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const image = givenImage(400, 300);
const text = givenItem({ text: "Ada met Bo" });
const square = (x: number, size: number) => [
  [x, x],
  [x + size, x],
  [x + size, x + size],
  [x, x + size],
];
const labels = Array.from({ length: 21 }, (_, place) => `label ${place}`);
const [label] = labels;

const nothing = () => undefined;
const ofPage = frameActions({
  ...{ submit: nothing, skip: nothing, layAside: nothing, reopen: nothing, undo: nothing, redo: nothing },
  ...{ save: nothing, guidelines: nothing, talk: nothing, palette: nothing, help: nothing, can: () => true },
}).flatMap(({ keys }) => keys);

/** An item and an answer with which each type that has labels shows all that its editor can do. */
const SHOWN: Readonly<
  Record<
    string,
    { readonly item: Item; readonly result: unknown; readonly options?: Readonly<Record<string, unknown>> }
  >
> = {
  text_classification: { item: text, result: null },
  image_classification: { item: image, result: null },
  multilabel_classification: { item: image, result: null },
  named_entity_recognition: { item: text, result: { spans: [{ start: 0, end: 3, label }] } },
  object_detection: { item: image, result: null },
  semantic_segmentation: { item: image, result: null, options: { instances: true } },
  polygon: {
    item: image,
    result: {
      objects: [
        { label, points: square(10, 200) },
        { label, points: square(50, 50) },
      ],
    },
  },
  keypoint: { item: image, result: null, options: { keypoints: ["a", "b"] } },
  audio_segmentation: {
    item: { ...image, file: { ...image.file, content_type: "audio/wav", duration: 2 } },
    result: null,
  },
};

test.each(Object.entries(SHOWN))(
  "the keys that no label of %s can have are those of its editor",
  async (annotation_type, { item, result, options = {} }) => {
    const fields: FieldDefinition[] = [{ name: "sure", type: "choice", options: ["yes", "no"] }];
    const given = givenProject({ annotation_type, labels, fields, type_options: options });
    const project = { ...given, has_assist: true };
    const page = await openEditor(project, item, result);
    for (const key of ["]", "]"]) await page.keyboard.press(key); // the second of two polygons can become a hole

    const ofEditor = await page.evaluate(() => window.boundKeys());

    const bound = new Set([...ofEditor, ...ofPage]);
    expect([...bound].sort()).toEqual(Object.keys(reservedKeys(annotation_type)).sort());
  },
);
