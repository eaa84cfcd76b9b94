import { EVERY_TYPE } from "./every-type.ts";
import { flatColumns } from "./flat-columns.ts";
import type { Format } from "./format.ts";
import { withImages } from "./images.ts";
import { parquetTable } from "./parquet-table.ts";

/** One Parquet file with a row per item, in the columns of `flatColumns`. Nothing is lost. */
export const parquet: Format = {
  name: "parquet",
  aliases: [],
  types: EVERY_TYPE,
  media_type: "application/vnd.apache.parquet",
  extension: "parquet",
  single: true,
  files: (context, items) =>
    withImages(
      { path: "dataset.parquet", content: parquetTable(flatColumns(context), items()) },
      context,
      items,
    ),
  loss: () => [],
};
