import { decoded } from "./addresses.ts";
import { type Card, classesIn, readCard, splitIn } from "./hugging-face-card.ts";
import {
  answerOf,
  type Folder,
  type ForeignDataset,
  type ForeignItem,
  type Importer,
  ImportFault,
  typeToRead,
} from "./importer.ts";
import { jsonLinesTable } from "./json-lines.ts";
import { isMediaName } from "./media-names.ts";
import type { GivenTable } from "./table-items.ts";
import { readTables, TABLE_TYPES } from "./tables.ts";

/** Of the names of columns and of classes that all tables together have; the rows are not kept. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * A dataset of Hugging Face in a folder: images or recordings with `metadata.csv`, `metadata.jsonl` or `metadata.parquet`, shards of
 * Parquet, CSV or JSON lines, or a folder of images for each class. Class names and splits come from the card, from the shards and from
 * the names of files. Source: huggingface.co/docs/datasets, "Create an image dataset" and "Structure your repository".
 */
export const huggingFace: Importer = {
  name: "huggingface",
  aliases: ["hf_dataset", "imagefolder", "audiofolder"],
  types: TABLE_TYPES,
  async read(folder, wanted, columns) {
    const card = await readCard(folder);
    const metadata = folder.paths.filter((path) => /(^|\/)metadata\.(csv|jsonl|parquet)$/.test(path));
    const paths = metadata.length > 0 ? metadata : shardsOf(folder, card);
    if (paths.length === 0) return classFolders(folder, wanted);
    return readTables(huggingFace, await tablesOf(folder, card, paths), wanted, columns);
  },
};

/** The files of tables: those of the card's configuration, else those of the kind that comes first. */
function shardsOf({ paths }: Folder, { files }: Card): readonly string[] {
  const named = paths.filter((path) => files.some(({ has }) => has(path)));
  const of = (kind: RegExp) => (named.length > 0 ? named : paths).filter((path) => kind.test(path));
  return (
    [/\.parquet$/i, /\.(csv|tsv)$/i, /\.(jsonl|ndjson)$/i].map(of).find((found) => found.length > 0) ?? []
  );
}

/** Opened one after the other: each may need memory for that. */
async function tablesOf(
  folder: Folder,
  card: Card,
  paths: readonly string[],
): Promise<readonly GivenTable[]> {
  const given: GivenTable[] = [];
  let characters = 0;
  for (const path of paths) {
    const each = await tableOf(folder, card, path);
    const { columns, huggingface } = each.table;
    characters += columns.reduce((sum, { length }) => sum + length, huggingface?.length ?? 0);
    if (characters > MOST_CHARACTERS)
      throw new ImportFault(path, "the columns and classes of all tables up to here have more than 64 MiB");
    given.push(each);
  }
  return given;
}

async function tableOf(folder: Folder, card: Card, path: string): Promise<GivenTable> {
  const isLines = /\.(jsonl|ndjson)$/i.test(path);
  const table = isLines ? await jsonLinesTable(folder, path) : await folder.table(path);
  const split = card.files.find(({ has }) => has(path))?.split ?? splitIn(path);
  return {
    table,
    base: path.slice(0, path.lastIndexOf("/") + 1),
    split,
    classes: new Map([...classesIn(table), ...card.classes]),
  };
}

/** `train/cat/1.jpg`, or `cat/1.jpg`: the name of the last folder is the label. */
function classFolders({ paths }: Folder, wanted: string | undefined): ForeignDataset {
  const found = paths.flatMap((path) => {
    const folders = path.split("/").slice(0, -1);
    const label = folders.at(-1);
    return label === undefined || !isMediaName(path)
      ? []
      : [{ path, label: decoded(label), split: splitIn(folders.slice(0, -1).join("/")) }];
  });
  if (found.length === 0)
    throw new ImportFault(
      "huggingface",
      "there is no metadata, no .parquet, .csv or .jsonl file, and no folder of images",
    );
  async function* items(): AsyncGenerator<ForeignItem> {
    for (const { path, label, split } of found) {
      const metadata = split === null ? {} : { split };
      const answers = [answerOf({ label })];
      yield { at: path, media: path, text: null, external_id: null, metadata, answers, lost: [] };
    }
  }
  const labels = [...new Set(found.map(({ label }) => label))].sort();
  const types = ["image_classification"];
  const annotation_type = typeToRead({ name: "huggingface", types }, wanted, "image_classification");
  return { annotation_type, labels, type_options: {}, items };
}
