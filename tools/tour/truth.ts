import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Span } from "@assay/domain/types/named-entity-recognition/schema.ts";
import type { DetectedObject } from "@assay/domain/types/object-detection/schema.ts";
import truth from "./truth.json" with { type: "json" };

const ASSETS = new URL("../../server/sample/", import.meta.url);

/** A photograph with every object in it. */
export interface Photograph {
  readonly filename: string;
  readonly width: number;
  readonly height: number;
  readonly objects: readonly DetectedObject[];
  readonly read: () => Promise<Buffer>;
}

/** A text with every name in it. */
export interface Passage {
  readonly external_id: string;
  readonly text: string;
  readonly spans: readonly Span[];
}

export const IMAGE_LABELS: readonly string[] = truth.image_labels;
export const TEXT_LABELS: readonly string[] = truth.text_labels;

export const PHOTOGRAPHS: readonly Photograph[] = truth.images.map(({ file, width, height, objects }) => ({
  filename: basename(file),
  width,
  height,
  objects,
  read: () => readFile(new URL(file, ASSETS)),
}));

/** The texts as the JSONL file that is uploaded, one item a line. */
export const TEXTS_FILE = await readFile(new URL("texts.jsonl", ASSETS), "utf8");

export const PASSAGES: readonly Passage[] = TEXTS_FILE.trimEnd()
  .split("\n")
  .map((line, index) => {
    const { external_id, text }: { external_id: string; text: string } = JSON.parse(line);
    const spans = truth.texts[index]?.spans ?? [];
    return { external_id, text, spans: spans.map(({ start, end, label }) => ({ start, end, label })) };
  });
