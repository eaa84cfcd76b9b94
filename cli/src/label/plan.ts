import type { Format } from "@assay/domain/formats/format.ts";
import { findFormat, formatsFor } from "@assay/domain/formats/registry.ts";
import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { ANNOTATION_TYPES, findAnnotationType } from "@assay/domain/types/registry.ts";
import { type Input, textOf, UsageError } from "../command.ts";
import type { Kind } from "./folder.ts";
import type { Memory } from "./home.ts";

/** The settings that a folder is labeled with. */
export interface Plan {
  readonly type: AnnotationType;
  readonly format: Format;
  /** The labels to choose from; if empty, any label can be typed. */
  readonly labels: readonly string[];
  readonly port: number | undefined;
}

/**
 * The settings from the options, else from the last run, else the defaults of the folder's kind. Throws UsageError,
 * also if the type differs from that of the last run.
 */
export function planOf(input: Input, { type: before, format: lastFormat }: Memory, kind: Kind): Plan {
  const labels = labelsOf(input);
  const type = typeNamed(textOf(input, "type") ?? before ?? defaultType(kind, labels));
  if (before !== undefined && type.name !== before) {
    throw new UsageError(
      `the folder is already labeled as ${before}; to label it as ${type.name} too, copy the folder or set ASSAY_DATA_DIR to another data folder`,
    );
  }
  const format = formatNamed(textOf(input, "format") ?? lastFormat ?? type.default_format, type);
  return { type, format, labels, port: portOf(input) };
}

function defaultType(kind: Kind, labels: readonly string[]): string {
  if (kind === "image") return "object_detection";
  if (kind === "text") return "text_classification";
  return labels.length > 0 ? "audio_segmentation" : "transcription";
}

function typeNamed(name: string): AnnotationType {
  const type = findAnnotationType(name);
  if (type !== undefined) return type;
  throw new UsageError(`--type must be one of ${ANNOTATION_TYPES.map((known) => known.name).join(", ")}`);
}

function formatNamed(name: string, type: AnnotationType): Format {
  const format = findFormat(name);
  if (format?.types.includes(type.name)) return format;
  const names = formatsFor(type.name).map((known) => known.name);
  throw new UsageError(`--format must be one of ${names.join(", ")} for ${type.name}`);
}

function labelsOf(input: Input): readonly string[] {
  const names = (textOf(input, "labels") ?? "").split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

function portOf(input: Input): number | undefined {
  const text = textOf(input, "port");
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new UsageError("--port must be from 1 to 65535");
}
