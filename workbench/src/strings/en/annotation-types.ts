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

/** What an annotator does, by annotation type. */
const TASKS: Readonly<Record<string, string>> = {
  audio_segmentation: "Mark who speaks or what sounds, and from when to when.",
  image_classification: "Choose one label for each image.",
  keypoint: "Place named points, such as the joints of a person.",
  multilabel_classification: "Choose all labels that fit.",
  named_entity_recognition: "Mark words in a text, such as names and places, and relations between them.",
  object_detection: "Draw a box around each object.",
  polygon: "Draw the outline of each object.",
  ranking: "Put responses in order, from best to worst.",
  rating: "Rate each item on one or several scales.",
  semantic_segmentation: "Paint the area of each label or object.",
  text_classification: "Choose one label for each text.",
  text_generation: "Write a text, such as a caption or a better response.",
  transcription: "Write down what is said, or what an image says.",
};

/** What an annotator does for an item of the type; undefined for a type without a sentence. */
export function typeTask(type: string): string | undefined {
  return TASKS[type];
}
