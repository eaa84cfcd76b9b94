import { answersFor, lastOfEach, type Route } from "@assay/domain/importers/answers-for.ts";
import type {
  ForeignAnswer,
  ForeignDataset,
  ForeignFault,
  ForeignItem,
} from "@assay/domain/importers/importer.ts";
import type { ItemDetails } from "../label/take-in.ts";
import type { DatasetFolder } from "./dataset-folder.ts";

/** How an answer of a foreign dataset is imported. */
export const WAYS = ["predictions", "answers", "gold", "items", "all"] as const;
export type Way = (typeof WAYS)[number];

/** The ways in which answers are sent, in an order in which none closes what the next needs. */
export function routesOf(way: Way): readonly Route[] {
  if (way === "items") return [];
  return way === "all" ? ["predictions", "gold", "answers"] : [way];
}

/** An item of the dataset as it will be sent. */
export interface SentItem extends ForeignItem {
  /** The path of its medium; null for a text or a conversation. */
  readonly path: string | null;
  /** The name by which lines refer to a text: no other item has it. */
  readonly name: string;
}

/** What a dataset holds, and what of it cannot be imported. */
export interface Survey {
  readonly items: number;
  readonly texts: number;
  readonly answers: number;
  /** The most people that answered one item. */
  readonly mostAnnotators: number;
  /** The paths of the media, each once, in the order of the items. */
  readonly media: readonly string[];
  /** Whether the bytes of media are inside the dataset's file. */
  readonly isEmbedded: boolean;
  readonly faults: readonly ForeignFault[];
  /** By what is lost, the number of items that lose it. */
  readonly lost: ReadonlyMap<string, number>;
}

/** Reads all items once. */
export async function survey(items: AsyncIterable<SentItem | ForeignFault>, way: Way): Promise<Survey> {
  const faults: ForeignFault[] = [];
  const lost = new Map<string, number>();
  const media = new Set<string>();
  let isEmbedded = false;
  const counts = { items: 0, texts: 0, answers: 0, mostAnnotators: 0 };
  for await (const item of items) {
    if ("fault" in item) {
      faults.push(item);
      continue;
    }
    counts.items += 1;
    if (item.path === null) counts.texts += 1;
    else media.add(item.path);
    isEmbedded ||= item.content !== undefined;
    const taken = answersOf(item, way);
    counts.answers += taken.length;
    counts.mostAnnotators = Math.max(counts.mostAnnotators, answersFor(item, "answers").length);
    for (const what of [...item.lost, ...lostBy(item, way)]) lost.set(what, (lost.get(what) ?? 0) + 1);
  }
  return { ...counts, media: [...media], isEmbedded, faults, lost };
}

/** The dataset's items, each with its medium; an item without its medium is a fault. */
export async function* sentItems(
  dataset: ForeignDataset,
  folder: Pick<DatasetFolder, "find" | "mediaFolder">,
): AsyncGenerator<SentItem | ForeignFault> {
  const names = new Set<string>();
  let number = 0;
  for await (const item of dataset.items()) {
    if ("fault" in item) {
      yield item;
      continue;
    }
    number += 1;
    const path = pathOf(item, folder);
    if (path === undefined) {
      yield {
        at: item.at,
        fault: `there is no file ${item.media} in ${folder.mediaFolder}, or there are several`,
      };
      continue;
    }
    const wanted = item.external_id ?? `item-${number}`;
    const name = names.has(wanted) ? `${wanted}-${number}` : wanted;
    names.add(name);
    yield { ...item, path, name };
  }
}

/** The path of an item's medium; null for a text, undefined if there is no such file. */
function pathOf(
  { media, content, exported_media }: ForeignItem,
  { find }: Pick<DatasetFolder, "find">,
): string | null | undefined {
  if (media === null || content !== undefined) return media;
  const found = find(media);
  return found ?? (exported_media === undefined ? undefined : find(exported_media));
}

/** The answers of an item that are imported that way. `all` are the answers of people and the predictions of models, one for each. */
export function answersOf(item: ForeignItem, way: Way): readonly ForeignAnswer[] {
  if (way === "items") return [];
  return way === "all" ? [...answersFor(item, "answers"), ...predictionsOf(item)] : answersFor(item, way);
}

/** What a route gets of an item if it is imported that way. */
export function answersOnRoute(item: ForeignItem, route: Route, way: Way): readonly ForeignAnswer[] {
  if (way !== "all" || route === "answers") return answersFor(item, route);
  if (route === "predictions") return predictionsOf(item);
  return answersFor(item, "gold").filter(({ is_known }) => is_known);
}

function predictionsOf({ answers }: ForeignItem): readonly ForeignAnswer[] {
  return lastOfEach(
    answers.filter(({ model }) => model !== null),
    "model",
  );
}

function lostBy(item: SentItem, way: Way): string[] {
  const taken = answersOf(item, way);
  const left = item.answers.length - taken.length;
  const further =
    way === "all" ? "earlier answers of the same person or model" : "further answers and predictions";
  const lost = way !== "items" && left > 0 ? [further] : [];
  if (way !== "answers" && way !== "all" && taken.some(({ answered_at }) => answered_at !== null))
    lost.push("times of answers");
  if (way === "predictions" && taken.some(({ annotator }) => annotator !== null))
    lost.push("names of annotators");
  return item.media === null ? lost : [...lost, ...mediumDetails(item).lost];
}

/** As much as the service takes of an item, from the beginning; a JSON of 1 MiB has at most three bytes for each UTF-16 code unit. */
const MOST = { name: 255, keys: 50, characters: 300_000 };

/** What is sent of an item with a medium apart from its file, and what is too long for the service. */
export function mediumDetails({
  external_id,
  name,
  metadata,
}: Pick<SentItem, "external_id" | "name" | "metadata">): {
  readonly details: ItemDetails;
  readonly lost: readonly string[];
} {
  const hasName = external_id !== null && external_id !== "";
  const isRepeated = hasName && name !== external_id;
  const takesName = hasName && !isRepeated && external_id.length <= MOST.name;
  const keys = Object.keys(metadata).length;
  const takesMetadata = keys <= MOST.keys && JSON.stringify(metadata).length <= MOST.characters;
  return {
    details: { ...(takesName && { external_id }), ...(takesMetadata && keys > 0 && { metadata }) },
    lost: [
      ...(isRepeated ? ["ids of earlier items"] : []),
      ...(hasName && !isRepeated && !takesName ? ["ids of more than 255 characters"] : []),
      ...(takesMetadata ? [] : ["metadata of more than 50 names or 300,000 characters"]),
    ],
  };
}
