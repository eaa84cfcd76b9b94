import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ForeignFault } from "@assay/domain/importers/importer.ts";
import type { SentItem } from "./survey.ts";
import { withTempFolder } from "./temp-folder.ts";

/**
 * Runs `use` with the folder of the items' media: `mediaFolder`, or if media are inside the dataset's file (`isEmbedded`) a temporary
 * one, in which all of them are.
 */
export async function withMedia<T>(
  items: AsyncIterable<SentItem | ForeignFault>,
  { mediaFolder, isEmbedded }: { readonly mediaFolder: string; readonly isEmbedded: boolean },
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (!isEmbedded) return use(mediaFolder);
  return withTempFolder(async (folder) => {
    for await (const item of items) {
      if ("fault" in item || item.path === null) continue;
      const path = join(folder, item.path);
      await mkdir(dirname(path), { recursive: true });
      if (item.content === undefined) await copyFile(join(mediaFolder, item.path), path);
      else await writeFile(path, item.content);
    }
    return use(folder);
  });
}
