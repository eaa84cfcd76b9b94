import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import { entriesOf, type Subject, type WholeAnswer } from "../editors/answer/answer.ts";
import type { ListedObject } from "../editors/editor.ts";
import { sayAttributes } from "../editors/objects/say-attributes.ts";

/** One object that annotators found: the key of its entry for each annotator, null if they lack it. */
export interface Match {
  readonly name: string;
  readonly keys: readonly (string | null)[];
  /** What each annotator gave it, in a few words: attributes, or other ends in a text; null if they lack it. */
  readonly details: readonly (string | null)[];
  /** Annotators gave it other ends in the text. */
  readonly hasOtherEnds: boolean;
  /** The share of annotators who found it, 0 to 1. */
  readonly share: number;
}

/** How far the answers to an item agree. */
export interface Agreement {
  /** The entries of each annotator. Keys differ between annotators, so answers can be combined. */
  readonly layers: readonly ReadonlyMap<string, unknown>[];
  /**
   * The objects that match by the type's own rules, in the order of the text or recording, those in images lowest agreement first; empty
   * for types without objects.
   */
  readonly matches: readonly Match[];
  /** For each annotator, the mean similarity of their answer to the others, 0 to 1. */
  readonly nearness: readonly number[];
}

/** Compares answers by the rules of their type, like the consensus. */
export function agreementOf(subject: Subject, answers: readonly WholeAnswer[]): Agreement {
  const { project } = subject;
  const results = answers.map(({ result }) => result);
  const type = findAnnotationType(project.annotation_type)?.configured(project.type_options);
  const layers = answers.map((answer, from) => new Map(entriesOf(subject, answer, `${from + 1}/`)));
  if (type === undefined) return { layers, matches: [], nearness: results.map(() => 0) };
  return { layers, matches: matchesOf(type, subject, layers, results), nearness: nearnessOf(type, results) };
}

function matchesOf(
  type: AnnotationType,
  { editor: { objects, attributed }, item }: Subject,
  layers: Agreement["layers"],
  results: readonly unknown[],
): Match[] {
  if (objects === undefined) return [];
  const listed = layers.map((layer) => objects(layer, item));
  const attributes = layers.map((layer) => attributed?.(layer) ?? []);
  const matches = type.objectGroups(results).map((places) => {
    const found = places.map((place, layer) => (place === null ? undefined : listed[layer]?.[place]));
    const having = found.filter((object) => object !== undefined);
    const hasOtherEnds = having.some((object) => haveOtherEnds(object, having[0]));
    return {
      name: having[0]?.name ?? "",
      keys: found.map((object) => object?.key ?? null),
      details: places.map((place, layer) => {
        if (place === null) return null;
        return hasOtherEnds
          ? (found[layer]?.words ?? "")
          : sayAttributes(attributes[layer]?.[place]?.attributes);
      }),
      hasOtherEnds,
      share: having.length / Math.max(found.length, 1),
      start: having[0]?.range?.start ?? 0,
    };
  });
  return matches.sort((a, b) => a.start - b.start || a.share - b.share);
}

function haveOtherEnds(one: ListedObject, other: ListedObject | undefined): boolean {
  if (one.words === undefined) return false;
  return one.range?.start !== other?.range?.start || one.range?.end !== other?.range?.end;
}

function nearnessOf(type: AnnotationType, results: readonly unknown[]): number[] {
  const distance = type.distanceAmong(results);
  return results.map((result, mine) => {
    const others = results.filter((_, other) => other !== mine);
    const sum = others.reduce<number>((total, other) => total + 1 - distance(result, other), 0);
    return others.length === 0 ? 1 : sum / others.length;
  });
}
