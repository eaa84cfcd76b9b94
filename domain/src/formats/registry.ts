import { coco } from "./coco.ts";
import { cocoKeypoints } from "./coco-keypoints.ts";
import { conll } from "./conll.ts";
import { csv } from "./csv.ts";
import { cvatXml } from "./cvat-xml.ts";
import { datumaro } from "./datumaro.ts";
import type { Format } from "./format.ts";
import { hfDataset } from "./hf-dataset.ts";
import { imageFolder } from "./image-folder.ts";
import { json } from "./json.ts";
import { jsonl } from "./jsonl.ts";
import { labelStudio } from "./label-studio.ts";
import { maskPngs } from "./mask-png.ts";
import { parquet } from "./parquet.ts";
import { pascalVoc } from "./pascal-voc.ts";
import { openaiPreference, trlPreference, trlUnpaired } from "./preference.ts";
import { sftMessages } from "./sft-messages.ts";
import { spacy } from "./spacy.ts";
import { webvtt } from "./webvtt.ts";
import { yolo, yoloObb } from "./yolo.ts";

/** Every export format, the native one first. */
export const FORMATS: readonly Format[] = [
  jsonl,
  json,
  csv,
  parquet,
  hfDataset,
  coco,
  cocoKeypoints,
  yolo,
  yoloObb,
  pascalVoc,
  cvatXml,
  datumaro,
  maskPngs,
  imageFolder,
  labelStudio,
  conll,
  spacy,
  webvtt,
  trlPreference,
  openaiPreference,
  trlUnpaired,
  sftMessages,
];

/** The format with that name or alias, in any case. */
export function findFormat(name: string): Format | undefined {
  const sought = name.toLowerCase();
  return FORMATS.find((format) => format.name === sought || format.aliases.includes(sought));
}

/** The formats that support a canonical annotation type, in the order of `FORMATS`. */
export function formatsFor(annotationType: string): Format[] {
  return FORMATS.filter(({ types }) => types.includes(annotationType));
}
