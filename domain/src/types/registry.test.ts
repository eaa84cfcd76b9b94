import { expect, test } from "vitest";
import { givenItem } from "../../test/given-item.ts";
import { ANNOTATION_TYPES, findAnnotationType } from "./registry.ts";

const ITEM = givenItem({ width: 100, height: 100 });

test("every type is found by its name and its aliases, in any case", () => {
  for (const type of ANNOTATION_TYPES) {
    for (const name of [type.name, ...type.aliases]) {
      expect(findAnnotationType(name)).toBe(type);
      expect(findAnnotationType(name.toUpperCase())).toBe(type);
    }
  }
});

test("the aliases are those documented, and none names two types", () => {
  const names = ANNOTATION_TYPES.map(({ name, aliases }) => [name, ...aliases]);
  expect(names).toEqual([
    ["image_classification", "classification"],
    ["multilabel_classification", "image_tagging"],
    ["object_detection", "bounding_box", "bounding_boxes", "bbox"],
    ["polygon", "instance_segmentation"],
    ["semantic_segmentation", "segmentation", "mask"],
    ["keypoint", "keypoints", "pose_estimation"],
    ["text_classification", "sentiment", "sentiment_analysis"],
    ["named_entity_recognition", "ner", "text_span", "entity_recognition"],
    ["transcription", "audio_transcription", "ocr"],
    ["audio_segmentation", "audio_annotation", "diarization"],
    ["text_generation", "captioning", "image_captioning"],
    ["ranking", "preference", "pairwise_comparison", "rlhf"],
    ["rating", "likert", "scoring"],
  ]);
  expect(new Set(names.flat()).size).toBe(names.flat().length);
});

test.each(["", "cuboid", "__proto__", "constructor"])("%j is no type", (name) => {
  expect(findAnnotationType(name)).toBeUndefined();
});

test("at most 20 faults are reported, whatever their kind", () => {
  const unknown = { label: "horse", bbox: { x: 1, y: 1, width: 1, height: 1 } };
  const objects = new Array(10_000).fill(unknown);
  const detection = findAnnotationType("object_detection");
  expect(detection?.validate({ objects }, ITEM, new Set(["cat"]))).toHaveLength(20);
  expect(detection?.validate({ objects: [...objects, unknown] }, ITEM, null)).toEqual([
    { path: "objects", message: "must have at most 10000 entries, not 10001" },
  ]);
});

test("a result of another type is a TypeError for every function but validate", () => {
  const detection = findAnnotationType("bbox");
  const wrong = { label: "cat" };
  const right = { objects: [] };
  expect(() => detection?.labels(wrong)).toThrow(new TypeError("this is no object_detection result"));
  expect(() => detection?.mapLabels(wrong, (name) => name)).toThrow(
    new TypeError("this is no object_detection result"),
  );
  expect(() => detection?.distance(right, wrong)).toThrow(
    new TypeError("this is no object_detection result"),
  );
  expect(() => detection?.consensus([right, wrong])).toThrow(
    new TypeError("this is no object_detection result"),
  );
  expect(() => detection?.acceptable(wrong, right, { strict: false })).toThrow(
    new TypeError("this is no object_detection result"),
  );
});

test("only single-label types return the label of a result", () => {
  const types = ANNOTATION_TYPES.filter(({ labelOf }) => labelOf !== null);
  expect(types.map(({ name }) => name)).toEqual(["image_classification", "text_classification"]);
  for (const { labelOf } of types) {
    expect(labelOf?.({ label: "cat" })).toBe("cat");
    expect(() => labelOf?.({ objects: [] })).toThrow(TypeError);
  }
});
