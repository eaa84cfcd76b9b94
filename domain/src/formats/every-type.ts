/** The canonical annotation types there are, for the formats that carry any result as it stands. */
export const EVERY_TYPE: readonly string[] = [
  "image_classification",
  "multilabel_classification",
  "object_detection",
  "polygon",
  "semantic_segmentation",
  "keypoint",
  "text_classification",
  "named_entity_recognition",
  "transcription",
  "audio_segmentation",
  "text_generation",
  "ranking",
  "rating",
];
