/** The aliases of each annotation type; `registry.test.ts` compares them with `domain`. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  image_classification: ["classification"],
  object_detection: ["bounding_box", "bounding_boxes", "bbox"],
  polygon: ["instance_segmentation"],
  semantic_segmentation: ["segmentation", "mask"],
  keypoint: ["keypoints", "pose_estimation"],
  text_classification: ["sentiment", "sentiment_analysis"],
  multilabel_classification: ["image_tagging"],
  named_entity_recognition: ["ner", "text_span", "entity_recognition"],
  transcription: ["audio_transcription", "ocr"],
  audio_segmentation: ["audio_annotation", "diarization"],
  text_generation: ["captioning", "image_captioning"],
  ranking: ["preference", "pairwise_comparison", "rlhf"],
  rating: ["likert", "scoring"],
};

const NAMES = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) => [name, ...aliases].map((alias) => [alias, name])),
);

/** The canonical name of an annotation type, from its name or an alias in any case; undefined if unknown. */
export function canonicalName(name: string): string | undefined {
  return NAMES.get(name.toLowerCase());
}
