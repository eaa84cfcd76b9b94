import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { answersFor, importLine, type Route } from "@assay/domain/importers/answers-for.ts";
import {
  type Folder,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  ImportFault,
} from "@assay/domain/importers/importer.ts";
import { IMPORTERS } from "@assay/domain/importers/registry.ts";
import type { Deps } from "../deps.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { storageFault } from "../platform/http/json.ts";
import { LIMITS } from "../platform/limits.ts";
import { asRequestFault } from "../uploads/receiving/limits.ts";
import { openTable } from "./foreign/open-table.ts";
import type { LineSource } from "./source.ts";

/** The formats whose datasets are one file, with its extension, by which importers know it. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  coco: "json",
  pascal_voc: "xml",
  cvat_xml: "xml",
  label_studio: "json",
  datumaro: "json",
  doccano: "jsonl",
  argilla: "jsonl",
  labelbox: "jsonl",
  jsonl: "jsonl",
  csv: "csv",
  parquet: "parquet",
};

/** The names of foreign formats that the service imports. */
export const FOREIGN_FORMATS: readonly string[] = Object.keys(EXTENSIONS);

/** Masks of these formats are packed pixels: a small file would keep the process busy for long. */
const PACKED_MASKS = new Set(["cvat_xml", "label_studio"]);

/** What is read of a request, and as what. */
export interface Wanted {
  readonly format: string;
  readonly route: Route;
  /** The annotation type of the batch. */
  readonly type: string;
}

/**
 * Receives a dataset of another tool, of up to 16 MiB, and reads it as the lines of an import: files are named by `filename`, texts by
 * `external_id`. Throws `invalid_request` with the place of the fault, and `payload_too_large`; discard the result after use.
 */
export async function receiveForeign({ blobs }: Deps, body: Readable, wanted: Wanted): Promise<LineSource> {
  if (wanted.type === "semantic_segmentation" && PACKED_MASKS.has(wanted.format))
    throw new ServiceError(
      "invalid_request",
      `format: masks of ${wanted.format} are imported by assay import only`,
    );
  // The stream must survive an early refusal: destroying it would close the socket before the response.
  const chunks = body.iterator({ destroyOnReturn: false });
  const staged = await blobs.stage(chunks, LIMITS.inline_upload_bytes).catch((fault: unknown) => {
    throw asRequestFault(fault);
  });
  const file = await staged.borrow();
  const discard = async () => {
    await file.giveBack();
    await blobs.discard([staged]);
  };
  try {
    return { ...(await sourceOf(staged, file.path, wanted)), discard };
  } catch (fault) {
    await discard();
    throw asServiceError(fault);
  }
}

async function sourceOf(
  { sha256 }: StagedBlob,
  path: string,
  wanted: Wanted,
): Promise<Omit<LineSource, "discard">> {
  const dataset = await readDataset(path, wanted);
  const places: string[] = [];
  return {
    fingerprint: `${wanted.format} ${sha256}`,
    placeOf: (line) => places[line - 1] ?? `line ${line}`,
    async *read(onFault) {
      places.length = 0;
      for await (const { at, value, fault } of valuesOf(dataset, wanted)) {
        const line = places.push(at);
        if (fault === undefined) yield { line, value, characters: 0 };
        else onFault(line, fault);
      }
    },
  };
}

interface Value {
  readonly at: string;
  readonly value: unknown;
  readonly fault: string | undefined;
}

/** The lines of the dataset's answers, and the parts that cannot be read. */
async function* valuesOf(dataset: ForeignDataset, wanted: Wanted): AsyncGenerator<Value> {
  for await (const item of itemsOf(dataset)) {
    if ("fault" in item) yield { at: item.at, value: null, fault: item.fault };
    else for (const value of linesOf(item, wanted)) yield { at: item.at, value, fault: storageFault(value) };
  }
}

async function readDataset(path: string, { format, type }: Wanted): Promise<ForeignDataset> {
  const importer = IMPORTERS.find(({ name }) => name === format);
  if (importer === undefined) throw new RangeError(`there is no format ${format}`);
  const name = `body.${EXTENSIONS[format]}`;
  const folder: Folder = {
    paths: [name],
    text: async () => (await readFile(path, "utf8")).replace(/^\ufeff/, ""),
    table: () => openTable(name, path),
    size: async () => null,
  };
  return importer.read(folder, type);
}

async function* itemsOf(dataset: ForeignDataset): AsyncGenerator<ForeignItem | ForeignFault> {
  try {
    yield* dataset.items();
  } catch (fault) {
    throw asServiceError(fault);
  }
}

function linesOf(item: ForeignItem, { route, format }: Wanted): object[] {
  const { media, external_id } = item;
  const named: Record<string, string> =
    media !== null ? { filename: media } : external_id === null ? {} : { external_id };
  return answersFor(item, route).map((answer) =>
    importLine(named, answer, route, { annotator: undefined, model: format }),
  );
}

function asServiceError(fault: unknown): unknown {
  return fault instanceof ImportFault
    ? new ServiceError("invalid_request", fault.message, { cause: fault })
    : fault;
}
