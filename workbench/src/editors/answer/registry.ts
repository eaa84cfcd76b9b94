import { audioSegments } from "../audio-segments/audio-segments.ts";
import { boxes } from "../boxes/boxes.ts";
import type { Editor, Guidelines, Item } from "../editor.ts";
import { imageClassification, imageLabels } from "../image-classification/image-classification.ts";
import { keypoints } from "../keypoints/keypoints.ts";
import { masks } from "../masks/masks.ts";
import { canonicalName } from "../names.ts";
import { polygons } from "../polygons/polygons.ts";
import { ranking } from "../ranking/ranking.ts";
import { rating } from "../rating/rating.ts";
import { spans } from "../spans/spans.ts";
import { textClassification, textLabels } from "../text-classification/text-classification.ts";
import {
  imageCaption,
  imageTranscription,
  textGeneration,
  transcription,
} from "../transcription/transcription.ts";

interface Registered {
  /** The canonical name. */
  readonly type: string;
  readonly editor: Editor;
  /** Limits the editor to items that are images. List it before the type's editor for other items. */
  readonly isForImages?: true;
}

/** The editors of all annotation types. To add a type, add a folder and a line here. */
const EDITORS: readonly Registered[] = [
  // images
  { type: "image_classification", editor: imageClassification },
  { type: "multilabel_classification", editor: imageLabels, isForImages: true },
  { type: "transcription", editor: imageTranscription, isForImages: true },
  { type: "text_generation", editor: imageCaption, isForImages: true },
  { type: "object_detection", editor: boxes },
  { type: "polygon", editor: polygons },
  { type: "keypoint", editor: keypoints },
  { type: "semantic_segmentation", editor: masks },
  // texts
  { type: "text_classification", editor: textClassification },
  { type: "multilabel_classification", editor: textLabels },
  { type: "named_entity_recognition", editor: spans },
  { type: "text_generation", editor: textGeneration },
  // conversations and their responses
  { type: "ranking", editor: ranking },
  { type: "rating", editor: rating },
  // recordings
  { type: "audio_segmentation", editor: audioSegments },
  { type: "transcription", editor: transcription },
];

type Content = Pick<Item, "text"> & { readonly file: Pick<Item["file"], "content_type"> };

/** The editor for the project's annotation type and the item's medium, if there is one. */
export function findEditor({ annotation_type }: Guidelines, { text, file }: Content): Editor | undefined {
  const name = canonicalName(annotation_type);
  const isImage = text === null && file.content_type.startsWith("image/");
  return EDITORS.find(({ type, isForImages = false }) => type === name && (isImage || !isForImages))?.editor;
}
