import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { type ItemContent, listContents } from "../items/store.ts";
import type { Db } from "../platform/database/db.ts";
import { getVersion, type ProjectKey } from "../projects/store.ts";
import { contentUrl } from "../uploads/content-url.ts";
import type { RequestRow } from "./run-store.ts";

/** What a model is told of the project: its guideline of one version. */
export interface AskedProject {
  readonly annotation_type: string;
  readonly labels: unknown;
  readonly fields: unknown;
  readonly type_options: unknown;
  readonly guideline: string | null;
  readonly guideline_version: number;
}

/** What a model is told of the project of a batch. */
export async function projectOf(
  db: Db,
  { canonical_type }: Pick<BatchRow, "canonical_type">,
  project: ProjectKey,
  guideline_version: number,
): Promise<AskedProject> {
  const { labels, fields, type_options, instructions } = await getVersion(db, project, guideline_version);
  return {
    ...{ annotation_type: canonical_type, labels, fields, type_options },
    ...{ guideline: instructions, guideline_version },
  };
}

/** An item as a model gets it: its text, its conversation, or where its file is. Sizes are those of the upright image. */
export function toAskedItem(deps: Deps, item: ItemContent): object {
  const { id, text, conversation, metadata, file } = item;
  if (text !== null) return { id, text, metadata };
  if (conversation !== null) return { id, conversation, metadata };
  const { content_type, width, height, duration } = file;
  const facts = { ...(width !== null && { width, height }), ...(duration !== null && { duration }) };
  return { id, media_url: contentUrl(deps, item.media_id), content_type, ...facts, metadata };
}

/** The items of a request that are left, in its order. */
export async function itemsOf({ db }: Deps, { account_id, item_ids }: RequestRow): Promise<ItemContent[]> {
  const items = await listContents(db, account_id, item_ids);
  const byId = new Map(items.map((item) => [item.id, item]));
  return item_ids.flatMap((id) => byId.get(id) ?? []);
}
