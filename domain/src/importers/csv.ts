import { type Importer, ImportFault } from "./importer.ts";
import { readTables, TABLE_TYPES } from "./tables.ts";

/**
 * CSV and TSV files with a header. A row is an item, or one object of an item whose rows stand together: the columns `text`, or the name
 * of a file, and those of the answer, such as `label`, `xmin` … `ymax`, or what our own CSV has. Other columns are metadata.
 */
export const csv: Importer = {
  name: "csv",
  aliases: ["tsv"],
  types: TABLE_TYPES,
  async read(folder, wanted, columns) {
    const paths = folder.paths.filter((path) => /\.(csv|tsv)$/i.test(path));
    if (paths.length === 0) throw new ImportFault("csv", "there is no .csv or .tsv file");
    const tables = await Promise.all(paths.map((path) => folder.table(path)));
    const given = tables.map((table) => ({
      table,
      base: "",
      split: null,
      classes: new Map<string, string[]>(),
    }));
    return readTables(csv, given, wanted, columns);
  },
};
