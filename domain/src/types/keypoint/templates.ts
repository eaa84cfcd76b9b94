import type { Point } from "../../outline.ts";

/** A skeleton that many projects use. */
export interface SkeletonTemplate {
  readonly id: "person" | "hand" | "face";
  /** The points by name, in order, within a square of side 1 with its origin at the top left. */
  readonly points: Readonly<Record<string, Point>>;
  readonly lines: readonly (readonly [string, string])[];
}

/**
 * Skeletons to begin with. The names of the person are those of COCO (cocodataset.org/#format-data) without what its lines add to them,
 * those of the hand are MediaPipe's. "Left" is the left of the person, which is on the right if they face the camera.
 */
export const SKELETON_TEMPLATES: readonly SkeletonTemplate[] = [
  {
    id: "person",
    points: {
      nose: [0.5, 0.035],
      left_eye: [0.56, 0],
      right_eye: [0.44, 0],
      left_ear: [0.64, 0.02],
      right_ear: [0.36, 0.02],
      left_shoulder: [0.78, 0.2],
      right_shoulder: [0.22, 0.2],
      left_elbow: [0.92, 0.37],
      right_elbow: [0.08, 0.37],
      left_wrist: [1, 0.53],
      right_wrist: [0, 0.53],
      left_hip: [0.66, 0.54],
      right_hip: [0.34, 0.54],
      left_knee: [0.68, 0.77],
      right_knee: [0.32, 0.77],
      left_ankle: [0.7, 1],
      right_ankle: [0.3, 1],
    },
    lines: [
      ["left_ankle", "left_knee"],
      ["left_knee", "left_hip"],
      ["right_ankle", "right_knee"],
      ["right_knee", "right_hip"],
      ["left_hip", "right_hip"],
      ["left_shoulder", "left_hip"],
      ["right_shoulder", "right_hip"],
      ["left_shoulder", "right_shoulder"],
      ["left_shoulder", "left_elbow"],
      ["right_shoulder", "right_elbow"],
      ["left_elbow", "left_wrist"],
      ["right_elbow", "right_wrist"],
      ["left_eye", "right_eye"],
      ["nose", "left_eye"],
      ["nose", "right_eye"],
      ["left_eye", "left_ear"],
      ["right_eye", "right_ear"],
      ["left_ear", "left_shoulder"],
      ["right_ear", "right_shoulder"],
    ],
  },
  {
    id: "hand",
    points: {
      wrist: [0.5, 1],
      thumb_cmc: [0.3, 0.82],
      thumb_mcp: [0.18, 0.68],
      thumb_ip: [0.09, 0.56],
      thumb_tip: [0.0, 0.46],
      index_finger_mcp: [0.33, 0.5],
      index_finger_pip: [0.28, 0.32],
      index_finger_dip: [0.26, 0.2],
      index_finger_tip: [0.25, 0.09],
      middle_finger_mcp: [0.5, 0.47],
      middle_finger_pip: [0.5, 0.26],
      middle_finger_dip: [0.5, 0.12],
      middle_finger_tip: [0.5, 0.0],
      ring_finger_mcp: [0.67, 0.5],
      ring_finger_pip: [0.71, 0.32],
      ring_finger_dip: [0.73, 0.2],
      ring_finger_tip: [0.75, 0.09],
      pinky_mcp: [0.82, 0.57],
      pinky_pip: [0.91, 0.45],
      pinky_dip: [0.96, 0.36],
      pinky_tip: [1.0, 0.28],
    },
    lines: [
      ["wrist", "thumb_cmc"],
      ["thumb_cmc", "thumb_mcp"],
      ["thumb_mcp", "thumb_ip"],
      ["thumb_ip", "thumb_tip"],
      ["wrist", "index_finger_mcp"],
      ["index_finger_mcp", "index_finger_pip"],
      ["index_finger_pip", "index_finger_dip"],
      ["index_finger_dip", "index_finger_tip"],
      ["wrist", "middle_finger_mcp"],
      ["middle_finger_mcp", "middle_finger_pip"],
      ["middle_finger_pip", "middle_finger_dip"],
      ["middle_finger_dip", "middle_finger_tip"],
      ["wrist", "ring_finger_mcp"],
      ["ring_finger_mcp", "ring_finger_pip"],
      ["ring_finger_pip", "ring_finger_dip"],
      ["ring_finger_dip", "ring_finger_tip"],
      ["wrist", "pinky_mcp"],
      ["pinky_mcp", "pinky_pip"],
      ["pinky_pip", "pinky_dip"],
      ["pinky_dip", "pinky_tip"],
    ],
  },
  {
    id: "face",
    points: {
      left_eye: [0.95, 0.15],
      right_eye: [0.05, 0.15],
      nose: [0.5, 0.5],
      mouth_left: [0.8, 0.95],
      mouth_right: [0.2, 0.95],
    },
    lines: [
      ["left_eye", "right_eye"],
      ["left_eye", "nose"],
      ["right_eye", "nose"],
      ["nose", "mouth_left"],
      ["nose", "mouth_right"],
      ["mouth_left", "mouth_right"],
    ],
  },
];

/**
 * Places for the named points in a square of side 1: those of the template that has all of the names, else on a circle in their order,
 * from the top clockwise.
 */
export function skeletonLayout(names: readonly string[]): ReadonlyMap<string, Point> {
  const template = SKELETON_TEMPLATES.find(({ points }) =>
    names.every((name) => Object.hasOwn(points, name)),
  );
  return new Map(
    names.map((name, index): [string, Point] => {
      const angle = (2 * Math.PI * index) / names.length - Math.PI / 2;
      const onCircle: Point = [0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
      return [name, template?.points[name] ?? onCircle];
    }),
  );
}
