import { SPLIT_NAMES, type SplitName as Split } from "../splits.ts";
import { EVERY_TYPE } from "./every-type.ts";
import { type Column, type ColumnType, flatColumns } from "./flat-columns.ts";
import type { ExportContext, ExportFile, ExportItem, Format, Items, Pages } from "./format.ts";
import { imageName, isImage, mediaFiles } from "./images.ts";
import { jsonLine } from "./json-line.ts";
import { itemsThat, textOfEach } from "./pages.ts";
import { parquetTable } from "./parquet-table.ts";
import { inParts } from "./parts.ts";
import { recordOf } from "./record.ts";

/** Items of one shard; the last may have fewer. */
const SHARD = 100_000;

/**
 * A folder that `datasets.load_dataset` of Hugging Face reads, with a dataset card (`README.md`).
 *
 * Parquet shards in `data/` with the columns of `flatColumns`, and with media the recordings in `audio/`. If all
 * items are images and media is included: the images in a folder for each split, with the same columns in its `metadata.jsonl`,
 * which `datasets` reads with a column `image`. Nothing is lost. Items without a split are in `train`.
 * Source: huggingface.co/docs/datasets, "Create a dataset card" and "Create an image dataset".
 */
export const hfDataset: Format = {
  name: "hf_dataset",
  aliases: ["huggingface"],
  types: EVERY_TYPE,
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss: () => [],
};

async function* files(context: ExportContext, items: Items): AsyncGenerator<readonly ExportFile[]> {
  const columns = flatColumns(context);
  const found = await survey(items());
  const isImageFolder = context.media && found.are_images;
  for (const split of found.splits) {
    const own = () => itemsThat(items(), (item) => splitIn(item) === split);
    yield* isImageFolder ? imageFolder(columns, split, own) : shards(columns, split, own());
  }
  if (!isImageFolder) yield* mediaFiles(context, items);
  yield [{ path: "README.md", content: card(context, columns, found, isImageFolder) }];
}

interface Survey {
  /** Those that have items, or the first. */
  readonly splits: readonly Split[];
  readonly are_images: boolean;
  readonly items: number;
  readonly counts: ReadonlyMap<string, number>;
}

const splitIn = ({ split = "train" }: ExportItem): Split => split;

async function survey(items: Pages): Promise<Survey> {
  const counts = new Map<string, number>();
  const found = new Set<Split>();
  let are_images = true;
  let count = 0;
  for await (const page of items) {
    for (const item of page) {
      counts.set(item.status, (counts.get(item.status) ?? 0) + 1);
      found.add(splitIn(item));
      are_images &&= isImage(item);
    }
    count += page.length;
  }
  const splits = SPLIT_NAMES.filter((split) => found.has(split));
  return { splits: splits.length === 0 ? ["train"] : splits, are_images, items: count, counts };
}

async function* shards(
  columns: readonly Column[],
  split: Split,
  items: Pages,
): AsyncGenerator<readonly ExportFile[]> {
  let count = 0;
  for await (const part of inParts(items, createIsLast)) {
    const path = `data/${split}-${String(count).padStart(5, "0")}.parquet`;
    yield [{ path, content: parquetTable(columns, part) }];
    count += 1;
  }
}

function createIsLast(): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count === SHARD;
  };
}

async function* imageFolder(
  columns: readonly Column[],
  split: Split,
  items: Items,
): AsyncGenerator<readonly ExportFile[]> {
  yield [{ path: `${split}/metadata.jsonl`, content: metadata(columns, items()) }];
  for await (const page of items())
    yield page.map((item) => ({ path: `${split}/${imageName(item)}`, media: item.file }));
}

function metadata(columns: readonly Column[], items: Pages): AsyncGenerator<string> {
  return textOfEach(items, (item) => {
    const record = recordOf(item);
    const values = columns.map(({ name, read }) => [name, read(record)] as const);
    return `${jsonLine({ file_name: imageName(item), ...Object.fromEntries(values) })}\n`;
  });
}

/** `README.md`: what the Hub shows, and where `datasets` finds the data. */
async function* card(
  { project, categories, certified, license }: ExportContext,
  columns: readonly Column[],
  { splits, items, counts }: Survey,
  isImageFolder: boolean,
): AsyncGenerator<string> {
  const name = JSON.stringify(project.name);
  yield `---\npretty_name: ${name}\n${license === undefined ? "" : `license: ${JSON.stringify(license)}\n`}`;
  yield "configs:\n- config_name: default\n  data_files:\n";
  for (const split of splits) {
    const pattern = isImageFolder ? `${split}/**` : `data/${split}-*.parquet`;
    yield `  - split: ${split}\n    path: ${JSON.stringify(pattern)}\n`;
  }
  if (!isImageFolder) {
    yield "dataset_info:\n  features:\n";
    for (const { name, type } of columns) yield `  - name: ${name}\n    ${FEATURES[type]}\n`;
  }
  yield `---\n\n# ${oneLine(project.name)}\n\n`;
  yield `${items} items annotated as \`${project.annotation_type}\` with Assay: `;
  yield `${["accepted", "open", "excluded"].map((status) => `${counts.get(status) ?? 0} ${status}`).join(", ")}. `;
  yield certified
    ? "The labels are certified: `certificate.dsse.json` is the certificate, or `certificates.json` names those of the batches.\n\n"
    : "The labels are not certified.\n\n";
  yield "Each row is an item: an accepted one has its label in `result`. ";
  yield splits.length === 1
    ? `All are in the split \`${splits[0]}\`.\n\n`
    : "Items of one `group` are in the same split.\n\n";
  yield "## Columns\n\n";
  for (const { name } of columns) yield `- \`${name}\`: ${MEANINGS[name] ?? ""}\n`;
  if (categories.length > 0) yield "\n## Labels\n\n";
  for (const label of categories) yield `1. ${oneLine(label)}\n`;
}

/** Types of columns as `datasets` reads them in a card. Source: `Features._from_yaml_list` of datasets. */
const FEATURES: Readonly<Record<ColumnType, string>> = {
  string: "dtype: string",
  integer: "dtype: int32",
  double: "dtype: float64",
  strings: "sequence: string",
};

const MEANINGS: Readonly<Record<string, string>> = {
  id: "the item",
  batch_id: "its batch",
  external_id: "the id that the owner of the data gave",
  group: "a name that items that belong together share",
  metadata: "what the owner of the data gave with the item (JSON)",
  file_id: "its file",
  filename: "the name of the file as it was uploaded",
  content_type: "the media type of the file",
  sha256: "the digest of the file",
  image_width: "width of the upright image in pixels",
  image_height: "height of the upright image in pixels",
  duration: "length of the recording in seconds",
  line: "line or row of the file, from 1",
  text: "the text of the item",
  conversation: "messages, and the responses to the last of them (JSON)",
  status: "`accepted`, `open` (no label yet) or `excluded`",
  excluded_reason: "why it is excluded",
  result: "the label (JSON)",
  fields: "the answers to further questions (JSON)",
  support: "share of the answers behind the label, 0 to 1",
  origin: "where the label comes from, such as `consensus` or `correction`",
  model: "the model that made the label, its version and score (JSON)",
  answers: "what each annotator answered (JSON)",
  label: "the label of `result`",
  labels: "the labels of `result`",
  objects: "how many objects, spans or segments `result` has",
  transcript: "the text of `result`",
  generated_text: "the text of `result`",
};

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
