import { sharedArea } from "../../box.ts";
import type { Fault } from "../../errors.ts";
import { isPlain } from "../../labels.ts";
import type { ItemFacts } from "../annotation-type.ts";
import { defineConfigurableType, labelFaults } from "../define-type.ts";
import type { ObjectKind } from "../object-consensus.ts";
import { objectType, pointFaults } from "../object-type.ts";
import { median } from "../vote.ts";
import { oks, type Pose, poseOf, sigmaFinder } from "./oks.ts";
import {
  type Keypoint,
  type KeypointObject,
  KeypointOptions,
  KeypointResult,
  MAX_KEYPOINTS,
  VISIBILITIES,
} from "./schema.ts";

/** Objects as named points, compared by OKS as in `objectType`. Visibility does not count. */
export const keypoint = defineConfigurableType(KeypointResult, {
  options: KeypointOptions,
  faults: optionFaults,
  changeFaults,
  build(options) {
    const names = options.keypoints?.length ? new Set(options.keypoints) : null;
    return {
      ...objectType(keypointKind(options), { objects: "objects", likeness: "an OKS" }),
      name: "keypoint",
      aliases: ["keypoints", "pose_estimation"],
      default_format: "coco_keypoints",
      *faults({ objects }, item, allowed) {
        for (const [index, object] of objects.entries()) {
          yield* labelFaults(`objects.${index}.label`, object.label, allowed);
          yield* pointsFaults(`objects.${index}.points`, object, item, names);
        }
      },
    };
  },
});

/** Keypoints: compared by OKS, merged to the median of those who labeled each point. */
function keypointKind(options: KeypointOptions): ObjectKind<KeypointObject, Pose> {
  const sigmaOf = sigmaFinder(options);
  return {
    shapeOf: (object) => poseOf(object, sigmaOf),
    mostLikeness: (a, b) => (sharedArea(a.around, b.around) > 0 ? 1 : 0),
    likeness: (a, b) => oks(a, b, sigmaOf),
    merge: (members) => {
      const objects = members.map(({ object }) => object);
      return { label: objects[0]?.label ?? "", points: mergedPoints(objects) };
    },
  };
}

/**
 * Each point that at least half of the members label: the median of each coordinate, visible if at least half
 * of those members say so. At least one point qualifies, because each member has half of the points of the
 * first.
 */
function mergedPoints(members: readonly KeypointObject[]): KeypointObject["points"] {
  const names = [...new Set(members.flatMap(({ points }) => Object.keys(points)))].sort();
  const entries = names.flatMap((name): [string, Keypoint][] => {
    const labeled = members.flatMap(({ points }): Keypoint[] => {
      const point = Object.hasOwn(points, name) ? points[name] : undefined;
      return point !== undefined && point[2] > 0 ? [point] : [];
    });
    if (labeled.length * 2 < members.length) return [];
    const visible = labeled.filter(([, , visibility]) => visibility === 2).length;
    const [x, y] = [median(labeled.map((point) => point[0])), median(labeled.map((point) => point[1]))];
    return [[name, [x, y, visible * 2 >= labeled.length ? 2 : 1]]];
  });
  return Object.fromEntries(entries.slice(0, MAX_KEYPOINTS));
}

function* pointsFaults(
  path: string,
  { points }: KeypointObject,
  item: ItemFacts,
  names: ReadonlySet<string> | null,
): Generator<Fault> {
  let labeled = 0;
  for (const [name, [x, y, visibility]] of Object.entries(points)) {
    const at = `${path}.${name.slice(0, 100)}`;
    if (names !== null && !names.has(name)) {
      yield {
        path: at,
        message: `must be one of the project's keypoints (${[...names].slice(0, 20).join(", ")})`,
      };
    } else if (name === "" || name.length > 100 || !isPlain(name)) {
      yield {
        path: at,
        message: "must have a name of 1 to 100 characters, none of them a control character",
      };
    }
    if (!VISIBILITIES.includes(visibility)) {
      yield { path: `${at}.2`, message: "must be 0 (not labeled), 1 (hidden) or 2 (visible)" };
    }
    if (visibility === 0) continue;
    labeled += 1;
    yield* pointFaults(at, [x, y], item);
  }
  if (labeled === 0) yield { path, message: "must have a point whose visibility is 1 or 2" };
}

/** Points keep their place, which is their number in exports, and the new ones follow them. Lines and sigmas may change. */
function* changeFaults(
  { keypoints: before = [] }: KeypointOptions,
  { keypoints: after = [] }: KeypointOptions,
): Generator<Fault> {
  const place = before.findIndex((name, index) => after[index] !== name);
  const [name, now] = [before[place], after[place]];
  if (name === undefined) return;
  const found = now === undefined ? "nothing" : `"${now}"`;
  yield {
    path: `keypoints.${place}`,
    message: `must stay "${name}" (got ${found}), since answers may have this point; add new points at the end`,
  };
}

function* optionFaults({ keypoints = [], skeleton = [], sigmas }: KeypointOptions): Generator<Fault> {
  for (const [index, name] of keypoints.entries()) {
    if (!isPlain(name)) yield { path: `keypoints.${index}`, message: "must not contain control characters" };
    const first = keypoints.indexOf(name);
    if (first < index)
      yield { path: `keypoints.${index}`, message: `"${name}" is already keypoint ${first}` };
  }
  for (const [index, pair] of skeleton.entries()) {
    const unknown = pair.find((name) => !keypoints.includes(name));
    if (unknown !== undefined)
      yield { path: `skeleton.${index}`, message: `"${unknown}" is not among the keypoints` };
  }
  if (sigmas !== undefined && sigmas.length !== keypoints.length) {
    yield {
      path: "sigmas",
      message: `must have one entry for each of the ${keypoints.length} keypoints, not ${sigmas.length}`,
    };
  }
}
