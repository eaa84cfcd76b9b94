import { onlyAccepted } from "./accepted.ts";
import { categoryFinder } from "./categories.ts";
import type { ExportContext, ExportFile, ExportItem, Format, Items } from "./format.ts";
import { imageName } from "./images.ts";
import { INDEX, type IndexColumns, indexTable } from "./item-index.ts";
import { labelFolders } from "./label-names.ts";
import { fieldsLost } from "./loss.ts";
import { labelOf } from "./results.ts";

const COLUMNS: IndexColumns = {
  ...INDEX,
  group: ({ group }) => group,
  origin: ({ origin }) => origin,
  model: ({ model }) => (model === undefined ? null : JSON.stringify(model)),
  support: ({ support }) => support,
};
const CARRIED = new Set(Object.keys(COLUMNS));

/**
 * A folder of images per class, as Hugging Face's `imagefolder` and torchvision's `ImageFolder` read it:
 * `train/<label>/<image>`, always with the images, and `train/metadata.csv`, whose `file_name` is the image's
 * path from there and whose `label` is the label itself, with the item's and the file's facts beside it.
 * `labelFolders` defines the folder of a label. Only accepted items are included. Source:
 * huggingface.co/docs/datasets/image_dataset, "ImageFolder".
 */
export const imageFolder: Format = {
  name: "imagefolder",
  aliases: ["image_folder"],
  types: ["image_classification"],
  media_type: "application/zip",
  extension: "zip",
  single: false,
  files,
  loss: (item) => [...(item.status === "accepted" ? [] : ["status"]), ...fieldsLost(item, CARRIED)],
};

async function* files({ categories }: ExportContext, items: Items): AsyncGenerator<readonly ExportFile[]> {
  const findCategory = categoryFinder(categories);
  const folders = labelFolders(categories);
  const label = (item: ExportItem) => labelOf(item.result) ?? "";
  const file_name = (item: ExportItem) => `${folders[findCategory(item, label(item))]}/${imageName(item)}`;

  const table = indexTable({ file_name, label, ...COLUMNS }, onlyAccepted(items()));
  yield [{ path: "train/metadata.csv", content: table }];
  for await (const page of onlyAccepted(items()))
    yield page.map((item) => ({ path: `train/${file_name(item)}`, media: item.file }));
}
