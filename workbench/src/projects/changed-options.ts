import { skeletonOf } from "../editors/keypoints/skeleton.ts";
import { isScale } from "../editors/rating/answer.ts";
import { type Draft, linesOf, pairsOf, type ScaleDraft, withoutKey } from "./draft.ts";

/** The options of a type that can be changed in a form. */
export type OptionsDraft = Pick<Draft, "keypoints" | "skeleton" | "scales" | "instances">;

type Options = Readonly<Record<string, unknown>>;

/** How far apart people place a new point, as a share of the object's size: the service's default of most points. */
const USUAL_SIGMA = 0.05;

/** A project's options in the form. */
export function optionsDraft(options: Options): OptionsDraft {
  const { names, lines } = skeletonOf(options);
  return {
    keypoints: names.join("\n"),
    skeleton: lines.map((pair) => pair.join(" - ")).join("\n"),
    scales: scalesIn(options),
    instances: options.instances === true,
  };
}

/**
 * A project's options with what was changed in the form; undefined if nothing was. New points get the usual sigma where
 * the project has sigmas.
 */
export function changedOptions(before: Options, draft: OptionsDraft): Options | undefined {
  const was = optionsDraft(before);
  if (JSON.stringify(was) === JSON.stringify(draft)) return undefined;
  if (was.scales.length + draft.scales.length > 0) return { ...before, scales: draft.scales.map(withoutKey) };
  if (was.instances !== draft.instances) return { ...before, instances: draft.instances };
  const keypoints = linesOf(draft.keypoints);
  const sigmas = Array.isArray(before.sigmas)
    ? { sigmas: keypoints.map((_, place) => Object(before.sigmas)[place] ?? USUAL_SIGMA) }
    : {};
  return { ...before, keypoints, skeleton: pairsOf(draft.skeleton), ...sigmas };
}

function scalesIn({ scales }: Options): ScaleDraft[] {
  return Array.isArray(scales) ? scales.filter(isScale).map((scale) => ({ key: scale.name, ...scale })) : [];
}
