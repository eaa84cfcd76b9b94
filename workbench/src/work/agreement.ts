import type { AnnotationType } from "@assay/domain/types/annotation-type.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import { entriesOf, type Subject, type WholeAnswer } from "../editors/answer/answer.ts";
import type { Editor } from "../editors/editor.ts";

/** One thing that annotators have answered: the key of its entry with each, null where one lacks it. */
export interface Match {
  readonly name: string;
  readonly keys: readonly (string | null)[];
  /** How many of the annotators have it, 0 to 1. */
  readonly share: number;
}

/** What the answers to an item have in common. */
export interface Agreement {
  /** Each annotator's entries. No object of one annotator has the key of another's, so that answers can be mixed. */
  readonly layers: readonly ReadonlyMap<string, unknown>[];
  /** Objects that are the same by the type's own matching, the least agreed first; none where answers list none. */
  readonly matches: readonly Match[];
  /** For each annotator, how near their answer is to the others' on average, 0 to 1. */
  readonly nearness: readonly number[];
}

/** Holds answers against each other by the rules of their type, as the consensus does. */
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
  { objects }: Editor,
  layers: Agreement["layers"],
  results: readonly unknown[],
): Match[] {
  if (objects === undefined) return [];
  const listed = layers.map((layer) => objects(layer));
  const matches = type.objectGroups(results).map((places) => {
    const found = places.map((place, layer) => (place === null ? undefined : listed[layer]?.[place]));
    return {
      name: found.find((object) => object !== undefined)?.name ?? "",
      keys: found.map((object) => object?.key ?? null),
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
