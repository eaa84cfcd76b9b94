import { anthropic } from "./anthropic.ts";
import { argilla } from "./argilla.ts";
import { assayJsonl } from "./assay-jsonl.ts";
import { coco } from "./coco.ts";
import { csv } from "./csv.ts";
import { cvatXml } from "./cvat-xml.ts";
import { datumaro } from "./datumaro.ts";
import { doccano } from "./doccano.ts";
import { huggingFace } from "./hugging-face.ts";
import type { Importer } from "./importer.ts";
import { labelStudio } from "./label-studio.ts";
import { labelbox } from "./labelbox.ts";
import { openai } from "./openai.ts";
import { otel } from "./otel.ts";
import { parquet } from "./parquet.ts";
import { pascalVoc } from "./pascal-voc.ts";
import { yolo } from "./yolo.ts";

/** Every importer. */
export const IMPORTERS: readonly Importer[] = [
  coco,
  yolo,
  pascalVoc,
  cvatXml,
  labelStudio,
  datumaro,
  doccano,
  argilla,
  labelbox,
  assayJsonl,
  csv,
  parquet,
  huggingFace,
  openai,
  anthropic,
  otel,
];

/** The importer with that name or alias, in any case. */
export function findImporter(name: string): Importer | undefined {
  const sought = name.toLowerCase();
  return IMPORTERS.find((importer) => importer.name === sought || importer.aliases.includes(sought));
}
