import type { Format } from "@assay/domain/formats/format.ts";
import { findFormat } from "@assay/domain/formats/registry.ts";

/** One of the files in which a dataset can be delivered. */
export interface Variant {
  readonly format: Format;
  /** A zip with the data, its manifest and its descriptions; otherwise the data alone. */
  readonly zipped: boolean;
  /** With the media files of the items. */
  readonly media: boolean;
  /** The license that its description states, of formats that have one. */
  readonly license?: string | undefined;
}

export interface Wish {
  readonly bundle: boolean;
  readonly media: boolean;
}

/** The variant for a request: media and formats of many files need a zip. */
export function chooseVariant(format: Format, { bundle, media }: Wish): Variant {
  return { format, zipped: bundle || media || !format.single, media };
}

/** The name under which a batch's artefact of this variant is stored. */
export function variantName({ format, zipped, media, license }: Variant): string {
  if (license !== undefined) return `bundle:${format.name}:${media ? "media" : ""}:${license}`;
  if (zipped) return media ? `bundle:${format.name}:media` : `bundle:${format.name}`;
  return format.name === "jsonl" ? "dataset.jsonl" : `format:${format.name}`;
}

/** The variant with that name; throws an Error if there is none. */
export function readVariant(name: string): Variant {
  const [shape, formatName = "", media, license] = name.split(":");
  const format = findFormat(formatName);
  if (format === undefined) throw new Error(`there is no variant ${name}`);
  return { format, zipped: shape === "bundle", media: media === "media", license };
}

/** The file name and content type of a variant; `stem` names its source. */
export function fileOf({ format, zipped }: Variant, stem: string) {
  return zipped
    ? { filename: `${stem}.${format.name}.zip`, media_type: "application/zip" }
    : { filename: `${stem}.${format.extension}`, media_type: format.media_type };
}
