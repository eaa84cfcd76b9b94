import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import { entriesOf, type Subject, type WholeAnswer } from "../editors/answer/answer.ts";
import type { Editor } from "../editors/editor.ts";
import { sayAttributes } from "../editors/objects/say-attributes.ts";

/** One object that annotators found: the key of its entry for each annotator, null if they lack it. */
export interface Match {
  readonly name: string;
  readonly keys: readonly (string | null)[];
  /** The attributes that each annotator gave it, in a few words; null if they lack it. */
  readonly details: readonly (string | null)[];
  /** The share of annotators who found it, 0 to 1. */
  readonly share: number;
}

/** How far the answers to an item agree. */
export interface Agreement {
  /** The entries of each annotator. Keys differ between annotators, so answers can be combined. */
  readonly layers: readonly ReadonlyMap<string, unknown>[];
  /** The objects that match by the type's own rules, lowest agreement first; empty for types without objects. */
  readonly matches: readonly Match[];
  /** For each annotator, the mean similarity of their answer to the others, 0 to 1. */
  readonly nearness: readonly number[];
}

/** Compares answers by the rules of their type, like the consensus. */
export function agreementOf(subject: Subject, answers: readonly WholeAnswer[]): Agreement {
  const { editor, project } = subject;
  const results = answers.map(({ result }) => result);
  const type = findAnnotationType(project.annotation_type)?.configured(project.type_options);
  const layers = answers.map((answer, from) => new Map(entriesOf(subject, answer, `${from + 1}/`)));
  if (type === undefined) return { layers, matches: [], nearness: results.map(() => 0) };
  return { layers, matches: matchesOf(type, editor, layers, results), nearness: nearnessOf(type, results) };
}

function matchesOf(
  type: AnnotationType,
  { objects, attributed }: Editor,
  layers: Agreement["layers"],
  results: readonly unknown[],
): Match[] {
  if (objects === undefined) return [];
  const listed = layers.map((layer) => objects(layer));
  const attributes = layers.map((layer) => attributed?.(layer) ?? []);
  const matches = type.objectGroups(results).map((places) => {
    const found = places.map((place, layer) => (place === null ? undefined : listed[layer]?.[place]));
    return {
      name: found.find((object) => object !== undefined)?.name ?? "",
      keys: found.map((object) => object?.key ?? null),
      details: places.map((place, layer) =>
        place === null ? null : sayAttributes(attributes[layer]?.[place]?.attributes),
      ),
      share: found.filter((object) => object !== undefined).length / Math.max(found.length, 1),
    };
  });
  return matches.sort((a, b) => a.share - b.share);
}

function nearnessOf(type: AnnotationType, results: readonly unknown[]): number[] {
  const distance = type.distanceAmong(results);
  return results.map((result, mine) => {
    const others = results.filter((_, other) => other !== mine);
    const sum = others.reduce<number>((total, other) => total + 1 - distance(result, other), 0);
    return others.length === 0 ? 1 : sum / others.length;
  });
}
