import { json } from "node:stream/consumers";
import type { ExportContext } from "@assay/domain/formats/format.ts";
import type { Certification } from "../../certificates/issue.ts";
import type { Source } from "./source.ts";

/** What every format needs to know of a dataset besides its records. */
export type Context = Omit<ExportContext, "media">;

/** A dataset at rest, of which every format is made: never of rows that may have changed since. */
export interface Dataset {
  readonly context: Context;
  /** `dataset.jsonl`. */
  readonly records: Source;
  /** What a bundle holds beside it, such as `audit.csv`. */
  readonly beside: readonly { readonly path: string; readonly source: Source }[];
  /** One line that a bundle's manifest begins with; null for a certified dataset. */
  readonly note: string | null;
  /** What its bundles are signed with; null where the dataset is not certified. */
  readonly certification: Certification | null;
}

/** `about.json`: what the dataset is of and when it was taken, then what every format of it shares. */
export function aboutText(origin: object, { certified, project, categories }: Context): string {
  return `${JSON.stringify({ certified, ...origin, project, categories }, null, 2)}\n`;
}

/** The context that an `about.json` of `aboutText` holds. */
export async function readAbout({ open }: Source): Promise<Context> {
  const { certified, project, categories } = (await json(open())) as Context; // the service wrote it
  return { certified, project, categories };
}
