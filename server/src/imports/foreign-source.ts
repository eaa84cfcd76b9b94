import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { answersFor, importLine, type Route } from "@assay/domain/importers/answers-for.ts";
import {
  type Folder,
  type ForeignDataset,
  type ForeignFault,
  type ForeignItem,
  type Importer,
  ImportFault,
} from "@assay/domain/importers/importer.ts";
import { IMPORTERS } from "@assay/domain/importers/registry.ts";
import type { Deps } from "../deps.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { storageFault } from "../platform/http/json.ts";
import { LIMITS } from "../platform/limits.ts";
import { asRequestFault } from "../uploads/receiving/limits.ts";
import { openTable } from "./foreign/open-table.ts";
import type { Pieces } from "./foreign/piece.ts";
import { piecesOf } from "./foreign/pieces.ts";
import type { LineSource } from "./source.ts";

/** The formats whose datasets are one file, with its extension, by which importers know it. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
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

/** The names of foreign formats that a request may have as its body. */
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
      `format: masks of ${wanted.format} are packed: upload the file with content=dataset, and import it with POST /v1/uploads/{id}/import`,
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
  const { items } = await readDataset(path, wanted);
  return sourceOfItems(items, sha256, wanted);
}

/**
 * The lines of an import from the dataset in the file at `path`, of any size, of a foreign format; messages call it `name`. Throws
 * `invalid_request` with the place of the fault; discard the result after use.
 */
export async function openForeign(
  path: string,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
  wanted: Wanted,
): Promise<LineSource> {
  try {
    const pieces = await piecesOf(wanted.format, path, name);
    const discard = pieces?.discard ?? (async () => undefined);
    const items =
      pieces === undefined
        ? (await readDataset(path, wanted, name)).items
        : () => itemsOfPieces(pieces, wanted);
    return { ...sourceOfItems(items, sha256, wanted), discard };
  } catch (fault) {
    throw asServiceError(fault);
  }
}

/** More lines than an import keeps at once. */
const PLACES = 1_000;

/** The lines of the answers of a dataset's items, which can be read repeatedly. */
export function sourceOfItems(
  items: ForeignDataset["items"],
  sha256: string,
  wanted: Wanted,
): Omit<LineSource, "discard"> {
  const places = new Map<number, string>();
  return {
    fingerprint: `${wanted.format} ${sha256}`,
    placeOf: (line) => places.get(line) ?? `line ${line}`,
    async *read(onFault) {
      let line = 0;
      places.clear();
      for await (const { at, value, fault } of valuesOf(items, wanted)) {
        line += 1;
        places.set(line, at);
        if (fault === undefined) yield { line, value, characters: JSON.stringify(value).length };
        else {
          onFault(line, fault);
          places.delete(line);
        }
        const [oldest] = places.keys();
        if (places.size > PLACES && oldest !== undefined) places.delete(oldest);
      }
    },
  };
}

async function* itemsOfPieces(
  pieces: Pieces,
  { format, type }: Wanted,
): AsyncGenerator<ForeignItem | ForeignFault> {
  for await (const { extension, text, placed } of pieces.read()) {
    try {
      const dataset = await importerOf(format).read(
        folderOf(`piece.${extension}`, async () => text),
        type,
      );
      for await (const item of dataset.items())
        yield "fault" in item
          ? { at: placed(item.at), fault: placed(item.fault) }
          : { ...item, at: placed(item.at) };
    } catch (fault) {
      throw fault instanceof ImportFault
        ? new ServiceError("invalid_request", placed(fault.message), { cause: fault })
        : fault;
    }
  }
}

interface Value {
  readonly at: string;
  readonly value: unknown;
  readonly fault: string | undefined;
}

/** The lines of the dataset's answers, and the parts that cannot be read. */
async function* valuesOf(items: ForeignDataset["items"], wanted: Wanted): AsyncGenerator<Value> {
  for await (const item of itemsOf(items)) {
    if ("fault" in item) yield { at: item.at, value: null, fault: item.fault };
    else for (const value of linesOf(item, wanted)) yield { at: item.at, value, fault: storageFault(value) };
  }
}

async function readDataset(
  path: string,
  { format, type }: Wanted,
  name = `body.${EXTENSIONS[format]}`,
): Promise<ForeignDataset> {
  const text = async () => (await readFile(path, "utf8")).replace(/^\ufeff/, "");
  return importerOf(format).read(
    folderOf(name, text, () => openTable(name, path)),
    type,
  );
}

/** The importer of that name. */
export function importerOf(format: string): Importer {
  const importer = IMPORTERS.find(({ name }) => name === format);
  if (importer === undefined) throw new RangeError(`there is no format ${format}`);
  return importer;
}

/** A folder with one file. */
function folderOf(name: string, text: Folder["text"], table: Folder["table"] = noTable): Folder {
  return { paths: [name], text, table, size: async () => null };
}

async function noTable(name: string): Promise<never> {
  throw new ImportFault(name, "is no table");
}

async function* itemsOf(items: ForeignDataset["items"]): AsyncGenerator<ForeignItem | ForeignFault> {
  try {
    yield* items();
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

/** An ImportFault as `invalid_request`; any other fault as it is. */
export function asServiceError(fault: unknown): unknown {
  return fault instanceof ImportFault
    ? new ServiceError("invalid_request", fault.message, { cause: fault })
    : fault;
}
