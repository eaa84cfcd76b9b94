import { json } from "node:stream/consumers";
import type { ExportContext } from "@assay/domain/formats/format.ts";
import type { Certification } from "../../certificates/issue.ts";
import type { Source } from "./source.ts";

/** The context of a dataset that every format needs besides its records. */
export type Context = Omit<ExportContext, "media">;

/** A stored dataset, the source of every format; rows of the database may have changed since. */
export interface Dataset {
  readonly context: Context;
  /** `dataset.jsonl`. */
  readonly records: Source;
  /** Additional files of a bundle, such as `audit.csv`. */
  readonly beside: readonly { readonly path: string; readonly source: Source }[];
  /** The first line of a bundle's manifest; null for a certified dataset. */
  readonly note: string | null;
  /** Signs its bundles; null if the dataset is not certified. */
  readonly certification: Certification | null;
}

/** `about.json`: the subject and time of the dataset, then the context shared by every format. */
export function aboutText(origin: object, { certified, project, categories }: Context): string {
  return `${JSON.stringify({ certified, ...origin, project, categories }, null, 2)}\n`;
}

/** The context in an `about.json` written by `aboutText`. */
export async function readAbout({ open }: Source): Promise<Context> {
  const { certified, project, categories } = (await json(open())) as Context; // safe: the service wrote it
  return { certified, project, categories };
}
