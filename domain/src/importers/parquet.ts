import { classesIn } from "./hugging-face-card.ts";
import { type Importer, ImportFault } from "./importer.ts";
import { readTables, TABLE_TYPES } from "./tables.ts";

/** Parquet files whose rows are items, as pandas, `datasets` and Assay write them; images and recordings may be inside. */
export const parquet: Importer = {
  name: "parquet",
  aliases: [],
  types: TABLE_TYPES,
  async read(folder, wanted, columns) {
    const paths = folder.paths.filter((path) => /\.parquet$/i.test(path));
    if (paths.length === 0) throw new ImportFault("parquet", "there is no .parquet file");
    const tables = await Promise.all(paths.map((path) => folder.table(path)));
    const given = tables.map((table) => ({ table, base: "", split: null, classes: classesIn(table) }));
    return readTables(parquet, given, wanted, columns);
  },
};
