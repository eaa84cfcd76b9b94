/** Display names of the annotation types, by their names in the API. */
const NAMES: Readonly<Record<string, string>> = {
  audio_segmentation: "Audio segmentation",
  image_classification: "Image classification",
  keypoint: "Keypoints",
  multilabel_classification: "Multi-label classification",
  named_entity_recognition: "Named entity recognition",
  object_detection: "Object detection",
  polygon: "Polygons",
  ranking: "Ranking",
  rating: "Rating",
  semantic_segmentation: "Semantic segmentation",
  text_classification: "Text classification",
  text_generation: "Text generation",
  transcription: "Transcription",
};

/** The display name of an annotation type; falls back to its name in the API. */
export function typeName(type: string): string {
  return NAMES[type] ?? type;
}
